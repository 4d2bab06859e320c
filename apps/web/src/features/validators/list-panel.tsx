import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { Validator, ValidatorsList } from '@roundsman/contract/validators'
import { memo, type RefObject } from 'react'
import type { NetworkHealth } from '../../data/network-health.ts'
import type { Fetched } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { useTableColumns } from '../../data/use-table-columns.ts'
import { type ColumnId, columnRules } from './columns.ts'
import { ListEmpty } from './list-empty.tsx'
import { ListError } from '../../parts/list-error.tsx'
import type { ListView } from './list-search.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { LiveList } from './live-list.tsx'
import { useCounts } from './use-counts.ts'
import { useListWidth } from './use-list-width.ts'

interface ListPanelProps {
  list: Fetched<ValidatorsList, unknown>
  health: NetworkHealth | null
  view: ListView
  onView: (view: ListView) => void
  onCopy: (text: string) => void
  shownRef: RefObject<readonly Validator[]>
}

/** Toolbar and list, or what stands in its place. */
export const ListPanel = memo(function ListPanel({ list, health, view, onView, onCopy, shownRef }: ListPanelProps) {
  const { network } = useServices()
  const width = useListWidth()
  const [choice, setChoice] = useTableColumns<ColumnId>('validators', columnRules)
  // What was shown stays when a later fetch fails: its age stands beside it (docs/decisions/008-failed-fetches.md).
  const { known: data, error } = list
  const counts = useCounts(data?.validators)
  const cards = width === 'cards'
  const framed = {
    overflow: 'clip',
    mx: cards ? { xs: -4, sm: -6 } : 0,
    borderRadius: cards ? 0 : undefined,
    border: cards ? 0 : undefined,
  }

  if (data && (health?.kind === 'not-followed' || data.validators.length === 0))
    return (
      <Paper variant="outlined">
        <ListEmpty
          reason={health?.kind === 'not-followed' ? 'not-followed' : 'nothing-yet'}
          network={network.name}
          view={view}
          onClear={list.fetch}
        />
      </Paper>
    )

  return (
    <>
      <ListToolbar
        view={view}
        counts={counts}
        cards={cards}
        choice={choice}
        onChoice={setChoice}
        onView={onView}
      />
      {data ? (
        <LiveList
          data={data}
          health={health}
          view={view}
          width={width}
          choice={choice}
          onView={onView}
          onCopy={onCopy}
          shownRef={shownRef}
        />
      ) : (
        <Paper variant="outlined" sx={framed}>
          {error ? (
            <ListError error={error} onRetry={list.fetch} onCopy={onCopy} />
          ) : (
            <ListSkeleton width={width} choice={choice} view={view} onView={onView} />
          )}
        </Paper>
      )}
      <Box sx={{ height: 8 }} />
    </>
  )
})
