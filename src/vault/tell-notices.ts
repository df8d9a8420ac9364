/** What a vault that stays open has to say to a person: each notice once. */
import type { Vault } from './vault.ts'

/** Told notices are remembered, so that they are not told again, but not for ever. */
const mostNotices = 200

/** Gives a function that tells those that are new. */
export function noticeTeller(tell: (text: string) => void): (vault: Pick<Vault, 'notices'>) => void {
  let told = 0
  return ({ notices }) => {
    for (const notice of notices.slice(told)) tell(notice)
    if (notices.length > mostNotices) notices.splice(0, notices.length - mostNotices)
    told = notices.length
  }
}
