import { pageEndpoints } from '@roundsman/contract/page-endpoints'
import { addressOf } from './api-client.ts'

export function livePath(blockchainId: number): string {
  return addressOf(pageEndpoints.live, { params: { blockchainId } })
}
