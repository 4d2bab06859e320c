import type { LiveBlock, LiveData } from '@roundsman/contract/live/live'
import { shownLetters } from '@roundsman/contract/networks/validators'
import { type QueryClient, skipToken } from '@tanstack/react-query'
import { useFetch } from '../api/operation.ts'
import { useServices } from '../services/services.ts'

/** The newest blocks of the stream, by height. */
export type StreamedBlocks = ReadonlyMap<number, LiveBlock>

/** More than come between two answers of the server about one validator. */
const most = 600

const streamedBlocksKey = (blockchainId: number) => ['streamed-blocks', blockchainId] as const

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

const none: StreamedBlocks = new Map()

/** The newest blocks that the stream brought of the page's network, live. */
export function useStreamedBlocks(): StreamedBlocks {
  const { network } = useServices()
  const queryKey = streamedBlocksKey(network.blockchain_id)
  const streamed = useFetch<StreamedBlocks, StreamedBlocks, typeof queryKey>(
    { queryKey, queryFn: skipToken, structuralSharing: false },
    none,
  )
  return streamed.known ?? none
}

/** Header times of the blocks that the stream has reported, by height; as many as a strip shows. */
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
    const reported = blocks.map((block) => [block.height, block.at] as const)
    const all = [...new Map([...known, ...reported, [height, at]])]
    return new Map(all.sort(([a], [b]) => a - b).slice(-shownLetters))
  })
}

export function blockTimesOf(queries: QueryClient, blockchainId: number): BlockTimes {
  return queries.getQueryData<BlockTimes>(blockTimesKey(blockchainId)) ?? new Map()
}
