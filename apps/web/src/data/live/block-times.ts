import type { LiveData } from '@roundsman/contract/live'
import { shownLetters } from '@roundsman/contract/validators'
import type { QueryClient } from '@tanstack/react-query'

/** Header times of the blocks that the stream has told, by height; as many as a strip shows. */
export type BlockTimes = ReadonlyMap<number, string>

const blockTimesKey = (blockchainId: number) => ['block-times', blockchainId] as const

/** What the strips of the list do not say of their blocks. */
export function keepBlockTimes(
  queries: QueryClient,
  blockchainId: number,
  { height, at, blocks }: LiveData<'height'>,
): void {
  // Nothing observes them: they would be forgotten after five minutes.
  queries.setQueryDefaults(['block-times'], { gcTime: Number.POSITIVE_INFINITY })
  queries.setQueryData<BlockTimes>(blockTimesKey(blockchainId), (known = new Map()) => {
    const told = blocks.map((block) => [block.height, block.at] as const)
    const all = [...new Map([...known, ...told, [height, at]])]
    return new Map(all.sort(([a], [b]) => a - b).slice(-shownLetters))
  })
}

export function blockTimesOf(queries: QueryClient, blockchainId: number): BlockTimes {
  return queries.getQueryData<BlockTimes>(blockTimesKey(blockchainId)) ?? new Map()
}
