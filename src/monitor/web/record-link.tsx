/** Leads to a record, from any tab, without leaving it. */
import { useNavigation } from './route-context.ts'

interface RecordLinkProps {
  projectId: string
  id: string
  title: string
  kind?: string | undefined
}

export function RecordLink({ projectId, id, title, kind }: RecordLinkProps) {
  const { hrefOf } = useNavigation()
  return (
    <a class="record-link" href={hrefOf({ record: `${projectId}/${id}` })}>
      {kind !== undefined && (
        <span class="kind" data-kind={kind}>
          {kind}
        </span>
      )}
      {title}
    </a>
  )
}
