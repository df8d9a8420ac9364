/** What turns bytes into checked values. A chunk of its own: it loads the schema library and the YAML parser. */
export { toEvent } from '../events/schema.ts'
export { readRecordFile } from '../projections/files/read-record-file.ts'
