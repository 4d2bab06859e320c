import type { LiveData } from '@roundsman/contract/live'
import type { NetworkStatuses } from '@roundsman/contract/validators'

/** The states of all networks with that of one brought up to date. */
export function statusToStatuses(
  statuses: NetworkStatuses,
  status: LiveData<'status'>,
  blockchainId: number,
): NetworkStatuses {
  return {
    networks: statuses.networks.map((entry) =>
      entry.blockchain_id === blockchainId ? { ...entry, status } : entry,
    ),
  }
}
