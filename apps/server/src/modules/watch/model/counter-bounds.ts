import { boundsAfter, type CounterBounds } from '@roundsman/cometbft/state-doubts'
import type { ConsensusHex } from '@roundsman/cometbft/domain'
import type { ChainModel } from './chain-model.ts'
import { countingOf } from './counting.ts'
import { advance } from './signing-window.ts'
import type { ValidatorRecord } from './validator-facts.ts'

/**
 * What x/slashing's counters may be in a state of `height`, by consensus address: one value where the letters say what
 * leaves the window, else a range. Whoever has no counters yet is left out.
 */
export function counterBoundsAt(model: ChainModel, height: number): Map<ConsensusHex, CounterBounds> {
  const all = new Map<ConsensusHex, CounterBounds>()
  for (const record of model.records) {
    const bounds = record.removedAt === null ? boundsOf(model, record, height) : null
    if (bounds !== null) all.set(record.consensusAddress, bounds)
  }
  return all
}

function boundsOf(
  model: ChainModel,
  { slot, jailed }: ValidatorRecord,
  height: number,
): CounterBounds | null {
  const { read, history, since, window } = countingOf(model, slot, height - 1)
  if (read === null) return null
  const letters = since && { counted: since.length, missed: since.filter(Boolean).length }
  const range = boundsAfter(read, height, letters)
  // Blocks in which somebody is in the set and jailed already count in some versions only, and an index that stands at
  // zero says nothing of what is in the window.
  const isExact = jailed === false && read.indexOffset > 0
  if (!isExact || history === null || since === null || window === null) return range
  const { missed, indexOffset } = advance(read, history, since, window)
  return {
    startHeight: read.startHeight,
    indexOffset: { least: indexOffset, most: indexOffset },
    missedBlocks: { least: missed, most: missed },
  }
}
