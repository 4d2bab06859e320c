import HubOutlined from '@mui/icons-material/HubOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import type { Bridge, BridgesList } from '@roundsman/contract/bridges'
import type { NetworkStatus } from '@roundsman/contract/validators'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { isOld, type NetworkHealth } from '../../data/network-health.ts'
import type { Fetched } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { ListError } from '../../parts/list-error.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BridgesSkeleton } from './bridges-skeleton.tsx'
import { BridgesToolbar } from './bridges-toolbar.tsx'
import type { BridgesView } from './bridges-search.ts'
import { LiveBridges } from './live-bridges.tsx'
import { useBridgeActions } from './use-bridge-actions.ts'
import { useListForm } from './use-list-form.ts'

interface Props {
  list: Fetched<BridgesList, unknown>
  health: NetworkHealth | null
  status: NetworkStatus | undefined
  view: BridgesView
  onView: (view: BridgesView) => void
  onConnect: () => void
  /** Is given the rows as shown, for who saves them. */
  shownRef: RefObject<readonly Bridge[]>
}

/** Toolbar and bridges, or what stands in their place. */
export function BridgesPanel({ list, health, status, view, onView, onConnect, shownRef }: Props) {
  const { t } = useTranslation('bridges')
  const { network } = useServices()
  const form = useListForm()
  const actions = useBridgeActions(shownRef)
  // What was shown stays when a later fetch fails: its age stands in each row (docs/decisions/008-failed-fetches.md).
  const { known, error } = list
  if (known?.bridges.length === 0)
    return (
      <Paper variant="outlined">
        <EmptyState
          icon={HubOutlined}
          title={t('none.title')}
          actions={<Button onClick={onConnect}>{t('connect.title')}</Button>}
        >
          {t('none.text', { network: network.name })}
        </EmptyState>
      </Paper>
    )
  const cards = form === 'cards'
  return (
    <>
      <BridgesToolbar
        view={view}
        bridges={known?.bridges}
        cards={cards}
        onView={onView}
        onCsv={actions.downloadCsv}
      />
      {known ? (
        <LiveBridges
          list={known}
          status={status}
          form={form}
          view={view}
          old={isOld(health)}
          onView={onView}
          onCopy={actions.copy}
          shownRef={shownRef}
        />
      ) : (
        <Paper variant="outlined" sx={{ overflow: 'clip', mx: cards ? { xs: -4, sm: -6 } : 0 }}>
          {error ? (
            <ListError error={error} onRetry={list.fetch} onCopy={actions.copy} />
          ) : (
            <BridgesSkeleton form={form} view={view} onView={onView} />
          )}
        </Paper>
      )}
      <Box sx={{ height: 8 }} />
    </>
  )
}
