/** The tags of a record; each leads to the records that have it too. */
import { startRoute } from '../route.ts'
import { useNavigation } from '../route-context.ts'

export function TagLinks({ tags }: { tags: readonly string[] }) {
  const { hrefOf } = useNavigation()
  if (tags.length === 0) return null
  return (
    <ul class="tags" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <a class="tag" href={hrefOf({ ...startRoute, tags: [tag] })}>
            {tag}
          </a>
        </li>
      ))}
    </ul>
  )
}
