import type { LiveBlock, LiveData } from '@roundsman/contract/live'
import type { QueryClient } from '@tanstack/react-query'

/** The newest blocks that the stream has told of, by height. */
export type ToldBlocks = ReadonlyMap<number, LiveBlock>

/** More than come between two answers of the server about one validator. */
const most = 600

export const toldBlocksKey = (blockchainId: number) => ['told-blocks', blockchainId] as const

/** For who shows more letters than a row of the list has. */
export function keepToldBlocks(
  queries: QueryClient,
  blockchainId: number,
  { blocks }: LiveData<'height'>,
): void {
  if (blocks.length === 0) return
  queries.setQueryData<ToldBlocks>(toldBlocksKey(blockchainId), (known = new Map()) => {
    const told = blocks.map((block) => [block.height, block] as const)
    return new Map([...known, ...told].slice(-most))
  })
}
