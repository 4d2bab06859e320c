import { endpoints } from '@roundsman/contract/endpoints'
import { addressOf } from './api-client.ts'

export function livePath(blockchainId: number): string {
  return addressOf(endpoints.live, { params: { blockchainId } })
}
