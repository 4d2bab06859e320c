import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import type { ValidatorsList } from '@roundsman/contract/validators'
import { memo, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { NetworkHealth } from '../../data/network-health.ts'
import type { Fetched } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { useTableColumns } from '../../data/use-table-columns.ts'
import { Banner } from '../../ui/banner.tsx'
import { type ColumnId, optionalColumns, visibleColumns } from './columns.ts'
import { ListEmpty } from './list-empty.tsx'
import { ListError } from './list-error.tsx'
import { type ListView, type SortKey, sortedBy } from './list-search.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { LiveList } from './live-list.tsx'
import { NetworkBanner } from '../../parts/network-banner.tsx'
import { useCounts } from './use-counts.ts'
import { useListWidth } from './use-list-width.ts'

interface Props {
  list: Fetched<ValidatorsList, unknown>
  health: NetworkHealth | null
  view: ListView
  onView: (view: ListView) => void
  onCopy: (text: string) => void
}

/** Banner, toolbar and the list, or what stands in its place. */
export const ListPanel = memo(function ListPanel({ list, health, view, onView, onCopy }: Props) {
  const { t } = useTranslation()
  const { network } = useServices()
  const width = useListWidth()
  const [hidden, setHidden] = useTableColumns<ColumnId>('validators', optionalColumns)
  // What was shown stays when a later fetch fails: its age stands beside it (docs/decisions/008-failed-fetches.md).
  const { known: data, error } = list
  const counts = useCounts(data?.validators)
  const columns = useMemo(() => visibleColumns(width, hidden), [width, hidden])
  const onSort = useCallback((sort: SortKey) => onView(sortedBy(view, sort)), [view, onView])
  const cards = width === 'cards'
  const framed = {
    overflow: 'clip',
    mx: cards ? { xs: -4, sm: -6 } : 0,
    borderRadius: cards ? 0 : undefined,
    border: cards ? 0 : undefined,
  }

  if (data && (health?.kind === 'not-followed' || data.validators.length === 0))
    return (
      <>
        {health ? <NetworkBanner health={health} status={data.status} /> : null}
        <Paper variant="outlined">
          <ListEmpty
            reason={health?.kind === 'not-followed' ? 'not-followed' : 'nothing-yet'}
            network={network.name}
            view={view}
            onClear={list.fetch}
          />
        </Paper>
      </>
    )

  return (
    <>
      {data && health ? <NetworkBanner health={health} status={data.status} /> : null}
      {data && error ? (
        <Banner
          tone="error"
          role="alert"
          icon={<ErrorOutlineRounded />}
          action={
            <Button variant="text" size="small" onClick={list.fetch}>
              {t('error.tryAgain')}
            </Button>
          }
        >
          {t('list.refreshFailed')}
        </Banner>
      ) : null}
      <ListToolbar
        view={view}
        counts={counts}
        cards={cards}
        hidden={hidden}
        onHidden={setHidden}
        onView={onView}
      />
      {data ? (
        <LiveList
          data={data}
          health={health}
          view={view}
          width={width}
          columns={columns}
          onView={onView}
          onSort={onSort}
          onCopy={onCopy}
        />
      ) : (
        <Paper variant="outlined" sx={framed}>
          {error ? (
            <ListError error={error} onRetry={list.fetch} onCopy={onCopy} />
          ) : (
            <ListSkeleton columns={columns} width={width} view={view} onSort={onSort} />
          )}
        </Paper>
      )}
      <Box sx={{ height: 8 }} />
    </>
  )
})
