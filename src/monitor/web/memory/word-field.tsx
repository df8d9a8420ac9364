/** Words to narrow down by; each can be taken away again. */

interface WordFieldProps {
  /** What one of them is called. */
  name: string
  placeholder: string
  words: readonly string[]
  /** Those that are offered. */
  known?: readonly string[]
  onChange(words: readonly string[]): void
}

export function WordField({ name, placeholder, words, known = [], onChange }: WordFieldProps) {
  const add = (input: HTMLInputElement) => {
    const word = input.value.trim()
    input.value = ''
    if (word !== '' && !words.includes(word)) onChange([...words, word])
  }
  return (
    <div class="word-field">
      {words.map((word) => (
        <button
          {...{ key: word, type: 'button', class: 'tag is-set' }}
          aria-label={`Remove the ${name} ${word}`}
          onClick={() => onChange(words.filter((other) => other !== word))}
        >
          {word} <span aria-hidden="true">×</span>
        </button>
      ))}
      <input
        {...{ class: 'field', list: `known-${name}s`, placeholder, autoComplete: 'off' }}
        aria-label={`Add a ${name} to filter by`}
        onChange={({ currentTarget }) => add(currentTarget)}
      />
      <datalist id={`known-${name}s`}>
        {known.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
    </div>
  )
}
