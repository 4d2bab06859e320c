import { firstEndpoints } from '@roundsman/contract/first-endpoints'
import { pathOf } from './api-client.ts'

export function livePath(blockchainId: number): string {
  return pathOf(firstEndpoints.live, { blockchainId })
}
