/** Four significant digits, the same wherever a score is shown: scores of rank fusion are small. */
export function toFourDigits(value: number): string {
  return String(Number(value.toPrecision(4)))
}
