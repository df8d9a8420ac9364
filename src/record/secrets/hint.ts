/**
 * Whether a text can hold a secret at all: the cheap question before the dear one. It stands apart from the rules, so
 * that a search and a write without such words load none of them. Invariant: what a rule finds has a hint.
 */

/** Beginnings that a rule looks for as they stand. */
const beginnings =
  /AKIA|ASIA|ABIA|ACCA|AIza|GOCSPX-|ya29\.|\dQ~|gh[pousr]_|github_pat_|GR1348941|gl[a-z]{2,7}-|xox|xapp-|hooks\.slack|[rs]k_|whsec_|npm_|pypi-|sk-|hf_|SG\.|shp|do[opr]_v1_|dckr_|hv[sbr]\.|dapi|gl[cs]|lin_|ntn_|secret_|fig[du]_|tskey-|AGE-SECRET|PRIVATE KEY|PuTTY|eyJ|[:?&]sig=/

/** Words that stand before one, in any letter case; a name and a password before a host. */
const words = /pass|pwd|secret|token|key|auth|credential|bearer|:\/\/[^\s/@]*:[^\s/@]*@/i

/** False for most texts; true says only that the rules have to be asked. */
export function mayHoldSecret(text: string): boolean {
  // Most long texts have one of the words, and near their beginning.
  return words.test(text) || beginnings.test(text)
}
