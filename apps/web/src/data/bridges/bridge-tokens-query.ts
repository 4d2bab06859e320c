import { bridgeEndpoints } from '@roundsman/contract/bridge-endpoints'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../api-client.ts'
import { mayRetry } from '../may-retry.ts'

export const bridgeTokensKey = (blockchainId: number) => ['bridge-tokens', blockchainId] as const

/**
 * The user's tokens on one network, with what is wrong with what each sends.
 * @param againMs how often they are asked for again while somebody looks
 */
export function bridgeTokensQuery(client: ApiClient, blockchainId: number, againMs: number) {
  return queryOptions({
    queryKey: bridgeTokensKey(blockchainId),
    queryFn: async ({ signal }) => {
      const { tokens } = await client.callTo(bridgeEndpoints.bridgeTokens, {
        params: { blockchainId },
        signal,
      })
      return tokens
    },
    refetchInterval: againMs,
    retry: mayRetry,
  })
}
