/** Which colour means what; the colours themselves are in the style. */
export function Legend() {
  return (
    <ul class="legend" aria-label="Colours">
      <li class="is-trap">trap</li>
      <li class="is-decision">decision</li>
      <li class="is-plan">spec, plan</li>
      <li>other</li>
    </ul>
  )
}
