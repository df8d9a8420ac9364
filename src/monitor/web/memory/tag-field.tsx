/** Tags that all hits must have; each can be taken away again. */
import { useNavigation } from '../route-context.ts'

export function TagField({ known }: { known: readonly string[] }) {
  const { route, go } = useNavigation()
  const { tags } = route
  const add = (input: HTMLInputElement) => {
    const tag = input.value.trim()
    input.value = ''
    if (tag !== '' && !tags.includes(tag)) go({ tags: [...tags, tag] })
  }
  return (
    <div class="tag-field">
      {tags.map((tag) => (
        <button
          {...{ key: tag, type: 'button', class: 'tag is-set' }}
          aria-label={`Remove the tag ${tag}`}
          onClick={() => go({ tags: tags.filter((other) => other !== tag) })}
        >
          {tag} <span aria-hidden="true">×</span>
        </button>
      ))}
      <input
        {...{ class: 'field', list: 'known-tags', placeholder: 'Tag', autoComplete: 'off' }}
        aria-label="Add a tag to filter by"
        onChange={({ currentTarget }) => add(currentTarget)}
      />
      <datalist id="known-tags">
        {known.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </div>
  )
}
