import type {
  BridgeReading,
  HeightObservation,
  StateObservation,
  TickObservation,
} from '@roundsman/alerting/deciding'
import type { ChainChange, HeightChange, NetworkTick } from '../../watch/watch.public.ts'

/** A change of a chain as observations for the decider: each height, then what came beside them. Pure. */
export function observationsOf(change: ChainChange): (HeightObservation | StateObservation)[] {
  const heights = change.heights.map((height) => heightOf(change, height))
  const state = stateOf(change)
  return state === null ? heights : [...heights, state]
}

function heightOf(
  { epoch, now }: ChainChange,
  { height, at, signedPower, totalPower, assurance, host, values }: HeightChange,
): HeightObservation {
  return {
    kind: 'height',
    epoch,
    now,
    height,
    at,
    signedPower,
    totalPower,
    assurance,
    host,
    values: values(),
  }
}

/** A state that was read, or rows that changed without one; null: neither. */
function stateOf(change: ChainChange): StateObservation | null {
  const { epoch, now, seq, state, records, events, network, present, blockSeconds } = change
  if (state === null && records.length === 0 && events.length === 0) return null
  return {
    kind: 'state',
    epoch,
    now,
    seq,
    events,
    blockSeconds,
    height: state?.height ?? present.height,
    at: state?.at ?? present.at ?? now,
    assurance: network.stateAssurance,
    host: network.stateHost,
    values: present.values(),
    ...upgradeOf(network),
  }
}

/** A tick without a change of the chain: only time decides. */
export function tickOf(
  { network, epoch, now, ...reading }: NetworkTick,
  bridges?: readonly BridgeReading[],
): TickObservation {
  const { state, headAgeMs, unseenMs, blockSeconds } = reading
  const { assurance, source: host, headHeight } = network
  const known = {
    ...{ state, headAgeMs, headHeight, unseenMs, blockSeconds, assurance, host },
    ...upgradeOf(network),
  }
  return { kind: 'tick', epoch, now, network: known, ...(bridges && { bridges }) }
}

/** null: the chain has none planned; undefined: it was never read. */
function upgradeOf({
  upgradeName,
  upgradeHeight,
  upgradeAssurance: assurance,
  upgradeHost: host,
}: ChainChange['network']): Pick<StateObservation, 'upgrade' | 'upgradeBasis'> {
  const upgradeBasis = { assurance, host }
  if (upgradeHeight === null) return { upgrade: assurance === null ? undefined : null, upgradeBasis }
  return { upgrade: { name: upgradeName ?? '', height: upgradeHeight }, upgradeBasis }
}
