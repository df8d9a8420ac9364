/** One of several words. A value that is none of them, as an address may have it, is shown as it is. */

interface ChoiceProps {
  label: string
  value: string
  options: readonly string[]
  /** What people read instead of the words. */
  names?: { readonly [option: string]: string }
  /** What it is called to choose none. */
  any?: string
  onChoose(option: string): void
}

export function Choice({ label, value, options, names = {}, any, onChoose }: ChoiceProps) {
  const all = value === '' || options.includes(value) ? options : [value, ...options]
  return (
    <select
      class={`field choice ${any !== undefined && value !== '' ? 'is-set' : ''}`}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {any !== undefined && <option value="">{any}</option>}
      {all.map((option) => (
        <option key={option} value={option}>
          {names[option] ?? option}
        </option>
      ))}
    </select>
  )
}
