import type { LiveBlock, LiveData } from '@roundsman/contract/live'
import type { QueryClient } from '@tanstack/react-query'

/** The newest blocks of the stream, by height. */
export type StreamedBlocks = ReadonlyMap<number, LiveBlock>

/** More than come between two answers of the server about one validator. */
const most = 600

export const streamedBlocksKey = (blockchainId: number) => ['streamed-blocks', blockchainId] as const

/** For who shows more letters than a row of the list has. */
export function keepStreamedBlocks(
  queries: QueryClient,
  blockchainId: number,
  { blocks }: LiveData<'height'>,
): void {
  if (blocks.length === 0) return
  queries.setQueryData<StreamedBlocks>(streamedBlocksKey(blockchainId), (known = new Map()) => {
    const streamed = blocks.map((block) => [block.height, block] as const)
    return new Map([...known, ...streamed].slice(-most))
  })
}
