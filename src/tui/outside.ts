/** What the screen needs from the program around it. */
import type { Ref } from './ref.ts'

export interface Outside {
  /** Lets a person edit the file of a record, with the terminal in other hands, and says in a sentence what came of it. */
  edit(ref: Ref): Promise<string>
  /** To the terminal, past the screen: a sequence that shows nothing. */
  write(sequence: string): void
  /** Ends the program with this exit status. */
  end(status: number): void
}
