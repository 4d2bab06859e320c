import type { ChainMemory } from './chain-memory.ts'
import { maxMissed } from './max-missed.ts'

/** Whether some validator may have been jailed since the last state: it missed more than the window allows. */
export function isJailSuspected({ row, records, signing, missedSince }: ChainMemory): boolean {
  const { signedBlocksWindow: window, minSignedPerWindow, height } = row
  if (window === null || minSignedPerWindow === null || height === null) return false
  const limit = maxMissed(window, minSignedPerWindow)
  return [...missedSince].some(([slot, missed]) => {
    const tuple = signing[slot]
    if (missed === 0 || !tuple || records[slot]?.jailed !== false) return false
    // Nobody is jailed in the first window after the start height, whatever is missed.
    const [startHeight, , missedBefore] = tuple
    return missedBefore + missed > limit && height + 1 >= startHeight + window
  })
}

/** Whether the members of a block's set are others than those whose power is known. */
export function isSetChanged(
  members: ReadonlyMap<string, unknown>,
  { records, oldKeys }: ChainMemory,
): boolean {
  const known = records.filter((record) => record.power > 0n)
  const operators = new Set([...members.keys()].map((address) => oldKeys.get(address)))
  const stillIn = (address: string, operator: string | null) =>
    members.has(address) || (operator !== null && operators.has(operator))
  return (
    known.length !== members.size ||
    known.some((record) => !stillIn(record.consensusAddress, record.operatorAddress))
  )
}
