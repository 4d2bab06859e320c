import type { BlockObservation, ChainState } from '@roundsman/cometbft/domain'
import type { PoolHead } from '@roundsman/cometbft/endpoint-pool'
import type { Batch, KeptBlock, NetworkPatch } from './batch.ts'
import type { ChainMemory } from './chain-memory.ts'
import { memberFacts } from './facts-of-state.ts'
import { packLetters } from './letters.ts'
import { reconcile } from './reconcile.ts'
import type { ValidatorRecord } from './validator-facts.ts'
import type { WatchEvent } from './watch-event.ts'

export interface Observed {
  head: PoolHead
  blocks: readonly BlockObservation[]
  gap: { from: number; to: number } | null
  state: ChainState | null
  /** Unix ms, our clock. */
  now: number
}

/** Everything that one pass observed, as one batch. Pure; `memory` is not changed. */
export function batchOf(memory: ChainMemory, observed: Observed): Batch {
  const { state, now, blocks } = observed
  const first = memory.row.stateHeight === null
  const found = state
    ? reconcile({ known: memory.records, state, first, oldKeys: memory.oldKeys, now })
    : { changed: [], events: [], signing: [] }
  const slots = new Map(memory.slots)
  for (const record of found.changed) slots.set(record.consensusAddress, record.slot)
  const strangers = strangersIn(blocks, slots, memory.records.length + countNew(found.changed), now)
  return {
    networkId: memory.row.networkId,
    epoch: memory.row.epoch,
    network: { ...headPatch(observed), ...(state ? statePatch(state, now) : {}) },
    blocks: blocks.map((block) => keep(block, slots)),
    validators: [...found.changed, ...strangers],
    events: [...gapEvents(observed), ...found.events],
    signing: state?.slashing ? { stateHeight: state.height, infos: found.signing } : null,
  }
}

function countNew(records: readonly ValidatorRecord[]): number {
  return records.filter((record) => record.id === null).length
}

/** Rows for addresses that no state has named yet, so that not one letter is lost; puts them into `slots`. */
function strangersIn(
  blocks: readonly BlockObservation[],
  slots: Map<string, number>,
  firstSlot: number,
  now: number,
): ValidatorRecord[] {
  const strangers: ValidatorRecord[] = []
  for (const address of blocks.flatMap((block) => [...block.letters.keys()])) {
    if (slots.has(address)) continue
    const slot = firstSlot + strangers.length
    slots.set(address, slot)
    const facts = memberFacts({ address, power: 0n }, undefined)
    const memory = { toldPower: 0n, toldRank: null, absentSince: null, removedAt: null }
    strangers.push({ ...facts, ...memory, slot, id: null, changedAt: now })
  }
  return strangers
}

function keep(block: BlockObservation, slots: ReadonlyMap<string, number>): KeptBlock {
  const letters = [...block.letters].flatMap(([address, letter]) => {
    const slot = slots.get(address)
    return slot === undefined ? [] : [[slot, letter] as const]
  })
  return { height: block.height, at: block.time, letters: packLetters(letters) }
}

function headPatch({ head, blocks, gap }: Observed): NetworkPatch {
  const newest = blocks.at(-1)
  const patch: NetworkPatch = {
    observedAt: head.observedAt,
    source: head.host,
    headHeight: head.height,
    headAt: head.time,
    refusedChainId: null,
    refusedReason: null,
    refusedAt: null,
  }
  if (newest) return { ...patch, height: newest.height, blockHash: newest.hash }
  return gap ? { ...patch, height: gap.to, blockHash: null } : patch
}

function statePatch(state: ChainState, now: number): NetworkPatch {
  const bonded = state.staking?.validators.filter(({ status }) => status === 'BOND_STATUS_BONDED').length
  return {
    stateHeight: state.height,
    stateAt: now,
    hasStaking: state.staking !== null,
    hasSlashing: state.slashing !== null,
    signedBlocksWindow: state.slashing?.params.signedBlocksWindow ?? null,
    minSignedPerWindow: state.slashing?.params.minSignedPerWindow ?? null,
    bondedTokens: state.staking?.bondedTokens ?? null,
    bondedValidators: bonded ?? state.set.length,
  }
}

function gapEvents({ gap, now }: Observed): WatchEvent[] {
  if (gap === null) return []
  return [
    { slot: null, height: gap.from, at: now, kind: 'gap', before: String(gap.from), after: String(gap.to) },
  ]
}
