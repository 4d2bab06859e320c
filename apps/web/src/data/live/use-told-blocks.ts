import { skipToken } from '@tanstack/react-query'
import { type ToldBlocks, toldBlocksKey } from './told-blocks.ts'
import { useFetch } from '../operation.ts'
import { useServices } from '../services.ts'

const none: ToldBlocks = new Map()

/** The newest blocks that the stream told of the page's network, live. */
export function useToldBlocks(): ToldBlocks {
  const { network } = useServices()
  const queryKey = toldBlocksKey(network.blockchain_id)
  const told = useFetch<ToldBlocks, ToldBlocks, typeof queryKey>(
    { queryKey, queryFn: skipToken, structuralSharing: false },
    none,
  )
  return told.known ?? none
}
