import type { Assurance, ChainState, ConsensusHex, SigningInfo } from '../domain.ts'
import { ChainReadError } from '../errors.ts'
import type { EndpointPool } from '../pool/endpoint-pool.ts'
import { readChainState } from './chain-state.ts'
import { type CounterBounds, isExact } from './state-doubts.ts'
import { type Evidence, operatorsThatDiffer, refutationOf } from './state-evidence.ts'

interface Opinion {
  assurance: Exclude<Assurance, 'PROVEN'>
  /** What another host says otherwise, where no third one takes the side of this state; null where nobody objects. */
  difference: string | null
}

/**
 * What other hosts say of a state that cannot be proven: two that agree are believed, one alone when nobody else
 * answers. Of two that differ a third one decides; without one neither is believed.
 */
export async function secondOpinion(
  pool: Pick<EndpointPool, 'use'>,
  state: ChainState,
  height: number,
): Promise<Opinion> {
  const { host } = state.source
  const second = await anotherState(pool, height, [host])
  if (second === null) return { assurance: 'SINGLE', difference: null }
  const difference = differenceBetween(state, second)
  if (difference === null) return { assurance: 'AGREED', difference: null }
  const others = second.source.host
  const third = await anotherState(pool, height, [host, others])
  if (third !== null && differenceBetween(state, third) === null)
    return { assurance: 'AGREED', difference: null }
  return { assurance: 'SINGLE', difference: `${others} says otherwise at height ${height}: ${difference}` }
}

/** The state as a host says it that is none of `hosts`; null where no other one answers. */
async function anotherState(
  pool: Pick<EndpointPool, 'use'>,
  height: number,
  hosts: readonly string[],
): Promise<ChainState | null> {
  try {
    return await pool.use(async (node) => (hosts.includes(node.host) ? null : readChainState(node, height)), {
      otherThan: hosts,
    })
  } catch (error) {
    if (error instanceof ChainReadError) return null
    throw error
  }
}

/** Where two states of one height differ in what matters, or null. */
function differenceBetween(one: ChainState, other: ChainState): string | null {
  const evidence: Evidence = {
    validators: byKey(one.staking?.validators, other.staking?.validators, (item) => item.operatorAddress),
    infos: byKey(one.slashing?.infos, other.slashing?.infos, (item) => item.consensus),
    isNamed: new Map(),
    stakingParams: other.staking ?? {},
    slashingParams: other.slashing?.params ?? {},
  }
  if ((one.staking === null) !== (other.staking === null)) return 'whether there is an x/staking'
  if ((one.slashing === null) !== (other.slashing === null)) return 'whether there is an x/slashing'
  const set = (state: ChainState) => state.set.map(({ address, power }) => `${address} ${power}`).join()
  if (set(one) !== set(other)) return 'the validator set'
  return refutationOf(one, evidence)
}

/** Everything that `other` names, and null for what only `one` does. */
function byKey<T>(
  one: readonly T[] | undefined,
  other: readonly T[] | undefined,
  keyOf: (item: T) => string,
): Map<string, T | null> {
  const all = new Map<string, T | null>()
  for (const item of one ?? []) all.set(keyOf(item), null)
  for (const item of other ?? []) all.set(keyOf(item), item)
  return all
}

/** How a list is known before which nothing was known: no earlier values show what to look at. */
interface FirstOpinion {
  /** Of everything in it that is not proven by itself. */
  assurance: Exclude<Assurance, 'PROVEN'>
  /** Operators of whom another host says otherwise. */
  disputed: readonly string[]
  /** The other host; null where none answers. */
  by: string | null
}

/** Compares a first list with that of another host, where there is one that answers. */
export async function firstOpinion(
  pool: Pick<EndpointPool, 'use'>,
  state: ChainState,
): Promise<FirstOpinion> {
  const other = await anotherState(pool, state.height, [state.source.host])
  if (other === null) return { assurance: 'SINGLE', disputed: [], by: null }
  return { assurance: 'AGREED', disputed: operatorsThatDiffer(state, other), by: other.source.host }
}

/** x/slashing's counters as another host says them, by consensus address. */
export interface OtherCounters {
  host: string
  infos: ReadonlyMap<ConsensusHex, SigningInfo>
}

/**
 * The counters of a height as a host says them that is not `host`. Where the letters do not say what leaves the window,
 * blocks do not show that a counter is held level or falls too soon; another host does, in one call. Null where every
 * counter is known to be one number, and where no other host answers.
 */
export async function otherCounters(
  pool: Pick<EndpointPool, 'use'>,
  { height, counters }: { height: number; counters: ReadonlyMap<ConsensusHex, CounterBounds> },
  host: string,
): Promise<OtherCounters | null> {
  if ([...counters.values()].every(isExact)) return null
  try {
    return await pool.use(
      async (node) => {
        if (node.host === host) return null
        const infos = await node.signingInfos(height)
        return { host: node.host, infos: new Map(infos.map((info) => [info.consensus, info])) }
      },
      { otherThan: [host] },
    )
  } catch (error) {
    if (error instanceof ChainReadError) return null
    throw error
  }
}
