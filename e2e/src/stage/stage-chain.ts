import type { Validator, ValidatorsList } from '@roundsman/contract/networks/validators'

/** Invented validators that move, for looking at the page without a server. Same seed, same chain. */
interface StageChain {
  list(): ValidatorsList
  /** Makes the next block; returns what changed. */
  step(at: Date): { height: number; changed: (Partial<Validator> & { id: number })[] }
  status: ValidatorsList['status']
}

const first =
  'Copper Tidewater Basalt Ninth Saltmarsh Kestrel Paper Rook Amber Sparrow Mossbank Lowland Velvet Night Juniper Granite Quiet Marrow Seven Wren Harrow Plumb Cobalt Tallow'
const second =
  'Lantern Nine Birch Ferry Relay Quorum Row Kite Thimble Culvert Gate Signer Signal Abacus Sluice Choir Foghorn Pine Hinges Foundry Lights Bob Orchard Wick'

export function createStageChain(count: number, seed: number): StageChain {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const pick = (words: string) => words.split(' ')[Math.floor(random() * words.split(' ').length)] ?? ''
  const active = Math.floor(count * 0.7)
  let height = 9_412_300
  const status: ValidatorsList['status'] = {
    state: 'LIVE',
    height,
    block_time_seconds: 1.02,
    latest_block_at: null,
    observed_at: null,
    source: 'rpc-1.example',
    signed_blocks_window: 10_000,
    min_signed_per_window: 0.75,
    bonded_tokens: '612410000000000',
    bonded_validators: active,
    max_validators: active,
    signed_power_share: 1,
    assurance: 'PROVEN',
    refused: null,
    unit: { symbol: 'TIA', decimals: 6 },
  }
  const rows = Array.from({ length: count }, (_, i) => makeRow(i))

  function makeRow(i: number): Validator {
    const inSet = i < active && ![17, 23, 26].includes(i)
    const address = Array.from({ length: 38 }, () => pick('q p z r y 9 x 8 g f 2 t v d w 0 s 3 j n')).join('')
    return {
      id: i + 1,
      operator_address: `celestiavaloper1${address}`,
      consensus_address: `celestiavalcons1${address}`,
      moniker:
        i === 31 ? null : i % 9 === 4 ? `${pick(first)} & ${pick(second)}` : `${pick(first)} ${pick(second)}`,
      identity: null,
      website: i % 3 === 0 ? 'example.org' : null,
      avatar: null,
      rank: i + 1,
      bond_status: inSet ? 'BOND_STATUS_BONDED' : i === 26 ? 'BOND_STATUS_UNBONDING' : 'BOND_STATUS_UNBONDED',
      jailed: i === 17 || i === 23,
      tombstoned: i === 23,
      jailed_until: null,
      tokens: String(Math.floor(38_420_000_000_000 * 0.94 ** i + random() * 1e11)),
      voting_power: inSet ? String(Math.floor(38_420_000 * 0.94 ** i) + 1) : '0',
      voting_power_share: inSet ? 0.0627 * 0.94 ** i : 0,
      commission_rate: [0.05, 0.1, 0.2, 0.25, 0.075][i % 5] ?? 0.1,
      uptime: inSet ? (i === 12 ? 0.0874 : 1 - (i % 7) * 0.0003) : null,
      missed_blocks: inSet ? (i === 12 ? 9_126 : (i % 7) * 3) : null,
      missed_blocks_exact: inSet ? true : null,
      signed_blocks_window: 10_000,
      consecutive_missed: inSet ? (i === 12 ? 500 : i === 4 ? 12 : 0) : null,
      consecutive_missed_exact: inSet ? true : null,
      seconds_to_jail: i === 12 ? 2_220 : null,
      seconds_to_jail_at_most: i === 12 ? 2_220 : null,
      recent_signatures: Array.from({ length: 60 }, (_unused, n) => letter(i, inSet, n)).join(''),
      state_assurance: 'PROVEN',
      updated_at: '2026-11-21T12:00:00Z',
    }
  }
  function letter(i: number, inSet: boolean, n = 60): string {
    if (!inSet || (i === 30 && n < 20)) return '-'
    if (i === 12 || (i === 4 && n >= 48)) return 'm'
    const chance = random()
    return chance < 0.012 ? 'm' : chance < 0.04 ? 'p' : chance < 0.045 ? 'n' : 's'
  }

  return {
    status,
    list: () => ({ network_height: height, validators: rows, status, seq: height }),
    step(at) {
      height += 1
      Object.assign(status, { height, latest_block_at: at.toISOString(), observed_at: at.toISOString() })
      const changed = rows.map((row, i) => {
        const next = letter(i, row.voting_power !== '0')
        row.recent_signatures = row.recent_signatures.slice(1) + next
        if (next === 'm') row.missed_blocks = (row.missed_blocks ?? 0) + 1
        return { id: row.id, recent_signatures: row.recent_signatures, missed_blocks: row.missed_blocks }
      })
      return { height, changed }
    },
  }
}
