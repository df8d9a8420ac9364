/** What `memo doctor --fix` did about one finding. */
export interface Fixed {
  /** Of the finding that this mends. */
  code: string
  subject: string
  /** One sentence. */
  message: string
}
