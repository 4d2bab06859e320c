import type { Validator, ValidatorsList } from '@roundsman/contract/networks/validators'

/** A validator that signs, with whatever a test wants otherwise. */
export function someValidator(change: Partial<Validator> & { id: number }): Validator {
  return {
    operator_address: `celestiavaloper1q${change.id}`,
    consensus_address: `celestiavalcons1z${change.id}`,
    moniker: `Validator ${change.id}`,
    identity: null,
    website: null,
    avatar: null,
    rank: change.id,
    bond_status: 'BOND_STATUS_BONDED',
    jailed: false,
    tombstoned: false,
    jailed_until: null,
    tokens: '1000000',
    voting_power: '1',
    voting_power_share: 0.1,
    commission_rate: 0.05,
    uptime: 1,
    missed_blocks: 0,
    signed_blocks_window: 10_000,
    consecutive_missed: 0,
    missed_blocks_exact: true,
    consecutive_missed_exact: true,
    seconds_to_jail: null,
    seconds_to_jail_at_most: null,
    recent_signatures: 's'.repeat(60),
    state_assurance: 'PROVEN',
    updated_at: '2026-11-21T12:00:00Z',
    ...change,
  }
}

export function someList(
  validators: Validator[],
  status: Partial<ValidatorsList['status']> = {},
): ValidatorsList {
  return {
    network_height: 100,
    seq: 7,
    validators,
    status: {
      state: 'LIVE',
      height: 100,
      block_time_seconds: 2,
      latest_block_at: '2026-11-21T12:00:00Z',
      observed_at: '2026-11-21T12:00:00Z',
      source: 'rpc-1.example',
      signed_blocks_window: 10_000,
      min_signed_per_window: 0.5,
      bonded_tokens: '612410000000000',
      bonded_validators: 3,
      max_validators: 100,
      signed_power_share: 1,
      assurance: 'PROVEN',
      refused: null,
      unit: { symbol: 'TIA', decimals: 6 },
      ...status,
    },
  }
}
