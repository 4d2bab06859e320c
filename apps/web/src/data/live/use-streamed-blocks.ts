import { skipToken } from '@tanstack/react-query'
import { type StreamedBlocks, streamedBlocksKey } from './streamed-blocks.ts'
import { useFetch } from '../operation.ts'
import { useServices } from '../services.ts'

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
