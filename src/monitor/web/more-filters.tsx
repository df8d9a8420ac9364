/** What narrows records down seldom: a path, facets, a time that they are of, a time that they are seen from. Folded away. */
import { useState } from 'preact/hooks'
import { WordField } from './memory/word-field.tsx'
import { hasMoreFilters, type Route } from './route.ts'
import { useNavigation } from './route-context.ts'

type Text = 'path' | 'since' | 'until' | 'asOf'

const fields: readonly { name: Text; label: string; placeholder: string }[] = [
  { name: 'path', label: 'About the path', placeholder: 'src/queue/retry.ts' },
  { name: 'since', label: 'Happened since', placeholder: '7d, 2031-03-05' },
  { name: 'until', label: 'Happened until', placeholder: '2031-03-05' },
  { name: 'asOf', label: 'As it was on', placeholder: '2031-03-05' },
]

export function MoreFilters() {
  const { route, go } = useNavigation()
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      class="more-filters"
      open={isOpen || hasMoreFilters(route)}
      // Noted, so that it stays open when the last one is taken away.
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>More filters</summary>
      <div class="more-fields">
        {fields.map((field) => (
          <TextField key={field.name} {...field} route={route} onSay={(text) => go({ [field.name]: text })} />
        ))}
        <div class="labelled">
          <span>With the facets</span>
          <WordField
            {...{ name: 'facet', placeholder: 'service=billing', words: route.facets }}
            onChange={(facets) => go({ facets })}
          />
        </div>
      </div>
    </details>
  )
}

interface TextFieldProps {
  name: Text
  label: string
  placeholder: string
  route: Route
  onSay(text: string): void
}

/** Asked for when it is whole: half a date is none. */
function TextField({ name, label, placeholder, route, onSay }: TextFieldProps) {
  return (
    <label class="labelled">
      <span>{label}</span>
      <input
        {...{ class: `field ${route[name] === '' ? '' : 'is-set'}`, name, placeholder, value: route[name] }}
        {...{ autoComplete: 'off', spellcheck: false }}
        onChange={({ currentTarget }) => onSay(currentTarget.value.trim())}
      />
    </label>
  )
}
