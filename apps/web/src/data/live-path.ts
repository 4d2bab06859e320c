import { endpoints } from '@roundsman/contract/endpoints'
import { pathOf } from './api-client.ts'

export function livePath(blockchainId: number): string {
  return pathOf(endpoints.live, { blockchainId })
}
