/** The whole screen. */
import { Box, useApp, useWindowSize } from 'ink'
import type { ReactNode } from 'react'
import { toFootLine } from './foot-line.ts'
import { useFrames } from './hooks/use-frames.ts'
import { useKeys } from './hooks/use-keys.ts'
import { useLive } from './hooks/use-live.ts'
import { useNewRecord } from './hooks/use-new-record.ts'
import { usePreview } from './hooks/use-preview.ts'
import { useSearch } from './hooks/use-search.ts'
import { useTextLines } from './hooks/use-text-lines.ts'
import { type Layout, type Pane, toLayout } from './layout.ts'
import type { Outside } from './outside.ts'
import { NewRecordForm } from './panels/new-record-form.tsx'
import { Body } from './parts/body.tsx'
import { ListPart } from './parts/list-part.tsx'
import { QueryLine } from './parts/query-line.tsx'
import { TooSmall } from './parts/too-small.tsx'
import { perform } from './perform.ts'
import type { Ref } from './ref.ts'
import { modeOf, type State } from './state.ts'
import { toStatusLine } from './status-line.ts'
import type { Store } from './store.ts'
import { LineWindow } from './text/line-window.tsx'
import { StyledLine } from './text/styled-line.tsx'
import type { Verbs } from './verbs.ts'

export interface AppProps {
  store: Store
  verbs: Verbs
  outside: Outside
  /** Where the log ended when the screen was opened. */
  start: string
}

const nowhere: Pane = { width: 0, height: 0 }

export function App({ store, verbs, outside, start }: AppProps) {
  const state = useFrames(store)
  const { columns, rows } = useWindowSize()
  const { suspendTerminal } = useApp()
  const layout = toLayout({ columns, rows })
  const pane = layout === undefined ? nowhere : textPaneOf(state, layout)
  const lines = useTextLines(state, pane)
  const most = Math.max(0, lines.length - pane.height)
  useSearch(store, verbs, layout?.list.height ?? 1)
  usePreview(store, verbs)
  useLive(store, verbs, start)
  const edit = async (ref: Ref): Promise<string> => {
    let said = ''
    await suspendTerminal(async () => {
      said = await outside.edit(ref)
    })
    return said
  }
  const page = { list: layout?.list.height ?? 1, text: pane.height, most }
  useKeys(store, (command) => perform(command, { store, verbs, ...outside, edit, page }), modeOf(state) === 'new')
  const form = useNewRecord(store, verbs)
  if (layout === undefined) return <TooSmall columns={columns} rows={rows} />
  const text =
    modeOf(state) === 'new' ? (
      <NewRecordForm {...form} {...pane} isActive />
    ) : (
      <LineWindow lines={lines} {...pane} from={state.scroll} />
    )
  return <Screen state={state} layout={layout} text={text} />
}

/** Where the text stands: a panel that is read takes the room of the list too, but for an explanation beside it. */
function textPaneOf(state: State, { body, preview }: Layout): Pane {
  return isAlone(state, preview?.at) ? body : (preview ?? nowhere)
}

function isAlone(state: State, at: 'right' | 'below' | undefined): boolean {
  const mode = modeOf(state)
  return mode === 'record' || mode === 'help' || mode === 'new' || (mode === 'explain' && at !== 'right')
}

interface ScreenProps {
  state: State
  layout: Layout
  text: ReactNode
}

function Screen({ state, layout, text }: ScreenProps) {
  const { columns, rows, hasStatus } = layout
  const mode = modeOf(state)
  const status = toStatusLine(state)
  const list = isAlone(state, layout.preview?.at) ? undefined : <ListPart state={state} {...layout.list} />
  const foot = !hasStatus && state.message !== undefined ? status : toFootLine(mode, columns)
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      <QueryLine field={state.field} width={columns} isFocused={mode === 'query'} />
      {hasStatus && <StyledLine line={status} width={columns} />}
      <Body layout={layout} list={list} text={text} />
      <StyledLine line={foot} width={columns} />
    </Box>
  )
}
