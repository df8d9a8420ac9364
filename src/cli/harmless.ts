/** What is stored or foreign and shown goes through here; the pack of `recall` is made harmless before it is measured. */
export { toHarmless, toHarmlessJson } from '../lib/harmless.ts'
