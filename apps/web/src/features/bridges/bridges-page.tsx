import type { Bridge, BridgesList } from '@roundsman/contract/bridges'
import type { Validator } from '@roundsman/contract/validators'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useBridges } from '../../data/bridges/use-bridges.ts'
import { useDeferredFetch } from '../../data/use-deferred-fetch.ts'
import { useNetworkHealth } from '../../data/use-network-health.ts'
import { useValidators } from '../../data/use-validators.ts'
import { EscapeWhileLoading } from '../../ui/escape-while-loading.tsx'
import { useKept } from '../../ui/use-kept.ts'
import { type BridgesDialog, BridgesHead } from './bridges-head.tsx'
import { BridgesPanel } from './bridges-panel.tsx'
import { SurroundingsContext } from './list-looks.ts'
import { useBridgesView } from './use-bridges-view.ts'

/** Loaded when somebody wants to connect a bridge. */
const ConnectDialog = lazy(() => import('./connect-dialog.tsx'))
const TokensDialog = lazy(() => import('./tokens-dialog.tsx'))

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
        <Suspense fallback={<EscapeWhileLoading onClose={close} />}>
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
