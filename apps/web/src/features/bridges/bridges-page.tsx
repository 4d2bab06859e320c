import HubOutlined from '@mui/icons-material/HubOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import type { Bridge, BridgesList } from '@roundsman/contract/bridges/bridges'
import type { NetworkStatus, Validator } from '@roundsman/contract/networks/validators'
import { lazy, type RefObject, Suspense, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useContentFits } from '../../ui/use-measured.ts'
import { type Fetched, useDeferredFetch } from '../../data/api/operation.ts'
import { csvText, fileTime, saveFile } from '../../data/browser/files.ts'
import { useBridges } from '../../data/network/bridges.ts'
import { isOld, type NetworkHealth, useNetworkHealth } from '../../data/network/network-health.ts'
import { useValidators } from '../../data/network/validators.ts'
import { useServices } from '../../data/services/services.ts'
import { ListError } from '../../parts/load-failed.tsx'
import { useCopy } from '../../ui/controls/copy.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { useKept } from '../../ui/use-kept.ts'
import { tableFrom } from './bridge-columns.ts'
import { SurroundingsContext } from './bridge-rows.ts'
import { type BridgesDialog, BridgesHead } from './bridges-head.tsx'
import { BridgesToolbar } from './bridges-toolbar.tsx'
import { type BridgesView, useBridgesView } from './bridges-view.ts'
import { BridgesSkeleton, LiveBridges } from './live-bridges.tsx'

/** Loaded when somebody wants to connect a bridge. */
const ConnectDialog = lazy(() => import('./connect/connect-dialog.tsx'))
const TokensDialog = lazy(() => import('./connect/tokens-dialog.tsx'))

/** Every bridge of the network, live, and the ways to connect one. */
export function BridgesPage() {
  const list = useDeferredFetch(useBridges())
  const { known: network } = useDeferredFetch(useValidators())
  const health = useNetworkHealth()
  const [view, setView] = useBridgesView()
  const [dialog, setDialog] = useState<BridgesDialog | null>(null)
  const shown = useRef<readonly Bridge[]>([])
  const validators = useKept(
    useMemo(() => new Map((network?.validators ?? []).map((row) => [row.id, row])), [network]),
    sameNames,
  )
  const networkHeight = newest(list.known, network?.network_height ?? null)
  const surroundings = useMemo(() => ({ networkHeight, validators }), [networkHeight, validators])
  const close = () => setDialog(null)
  const Dialog = dialog === 'connect' ? ConnectDialog : TokensDialog
  return (
    <SurroundingsContext value={surroundings}>
      <BridgesHead
        list={list}
        health={health}
        status={network?.status}
        view={view}
        onView={setView}
        onDialog={setDialog}
      />
      <BridgesPanel
        list={list}
        health={health}
        status={network?.status}
        view={view}
        onView={setView}
        onConnect={() => setDialog('connect')}
        shownRef={shown}
      />
      {dialog === null ? null : (
        <Suspense fallback={null}>
          <Dialog onClose={close} />
        </Suspense>
      )}
    </SurroundingsContext>
  )
}

/** Both are of our own endpoints: the stream has it first, the list at times. */
function newest(list: BridgesList | undefined, streamed: number | null): number | null {
  const listed = list?.network_height ?? null
  return listed === null || streamed === null ? (listed ?? streamed) : Math.max(listed, streamed)
}

/** Their letters change with each block; of them the bridges show only who they are. */
function sameNames(a: ReadonlyMap<number, Validator>, b: ReadonlyMap<number, Validator>): boolean {
  return (
    a.size === b.size &&
    [...a].every(([id, row]) => row.moniker === b.get(id)?.moniker && row.avatar === b.get(id)?.avatar)
  )
}

interface Props {
  list: Fetched<BridgesList, unknown>
  health: NetworkHealth | null
  status: NetworkStatus | undefined
  view: BridgesView
  onView: (view: BridgesView) => void
  onConnect: () => void
  /** Is given the rows as shown, to be saved. */
  shownRef: RefObject<readonly Bridge[]>
}

/** Toolbar and bridges, or what stands in their place. */
function BridgesPanel({ list, health, status, view, onView, onConnect, shownRef }: Props) {
  const { t } = useTranslation('bridges')
  const { network } = useServices()
  const cards = !useContentFits(tableFrom)
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
          isCards={cards}
          view={view}
          old={isOld(health)}
          onView={onView}
          onCopy={actions.copy}
          shownRef={shownRef}
        />
      ) : error ? (
        <Paper variant="outlined">
          <ListError error={error} onRetry={list.fetch} onCopy={actions.copy} />
        </Paper>
      ) : (
        <BridgesSkeleton isCards={cards} view={view} onView={onView} />
      )}
      <Box sx={{ height: 8 }} />
    </>
  )
}

interface BridgeActions {
  copy: (text: string) => void
  downloadCsv: () => void
}

/** Copying and saving what the list shows. */
function useBridgeActions(shown: RefObject<readonly Bridge[]>): BridgeActions {
  const { network, serverTime } = useServices()
  const copy = useCopy()
  return useMemo(
    () => ({
      copy,
      downloadCsv() {
        saveFile(csvName(network.host, serverTime.now()), bridgesCsv(shown.current))
      },
    }),
    [copy, network, serverTime, shown],
  )
}

const fields = [
  'id',
  'name',
  'peer_id',
  'version',
  'height',
  'lag',
  'sync_status',
  'last_otel_update',
  'otel_state',
  'started_at',
  'validator_id',
  'owned',
  'contested',
  'source',
] as const satisfies readonly (keyof Bridge)[]

/** The rows as RFC 4180 text in the contract's own words; what is not known stays empty. */
export function bridgesCsv(rows: readonly Bridge[]): string {
  return csvText(
    fields,
    rows.map((row) => fields.map((field) => row[field])),
  )
}

/** `celestia.example.org-bridges-2026-11-21T120000Z.csv` */
function csvName(host: string, now: number): string {
  return `${host}-bridges-${fileTime(now)}.csv`
}
