/** `docs/reference/events.md`: every type of event with its fields, and the header that all have. */
import { EventHeader, eventPayloads } from '../../src/events/schema.ts'
import { renderFields } from './field-table.mjs'

export function renderEventsPage() {
  const sections = Object.entries(eventPayloads).map(([type, payload]) => renderSection(type, payload))
  return `${[intro, '## Header', renderFields(EventHeader), ...sections].join('\n\n')}\n`
}

const intro = `# Events

<!-- Written by scripts/schemas.mjs from src/events/schema.ts. -->

A line of the log is one JSON object: the fields of the header, then \`data\`, whose fields depend on the type. The schema
of a line is [schemas/event.json](schemas/event.json). A reader passes over a type that it does not know; data that was
taken out is \`{"redacted": …}\`.`

function renderSection(type, payload) {
  return `## ${type}\n\n${payload.description}\n\n${renderFields(payload)}`
}
