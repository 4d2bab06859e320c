import type { ValidatorDetails } from '@roundsman/contract/networks/validator-details'
import { someValidator } from './some-list.ts'

/** Everything of a validator that signs, with whatever a test wants otherwise. */
export function someDetails(change: Partial<ValidatorDetails> & { id: number }): ValidatorDetails {
  return {
    ...someValidator({ id: change.id }),
    description: null,
    security_contact: null,
    commission_max_rate: 0.2,
    commission_max_change_rate: 0.01,
    commission_updated_at: null,
    self_delegation: '1000',
    self_delegation_at: '2026-11-21T12:00:00Z',
    self_delegation_assurance: 'PROVEN',
    unbonding_at: null,
    counted_blocks: 10_000,
    signing_start_height: 1,
    signatures: { from_height: 1, letters: 's'.repeat(100), assurances: 'P'.repeat(100) },
    state_since: null,
    outage: null,
    timeline: [],
    bridges: [],
    unjail_command: 'celestia-appd tx slashing unjail --from <key> --chain-id celestia',
    ...change,
  }
}
