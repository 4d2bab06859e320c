import {
  lastingStates,
  type Outage,
  type ValidatorDetails,
  type ValidatorEvent,
} from '@roundsman/contract/networks/validator-details'
import { missingBlocks, stateOf } from '@roundsman/contract/networks/validator-state'
import type { Validator } from '@roundsman/contract/networks/validators'
import type { Situation } from './answers.ts'
import { listOf, stageTime } from './answers.ts'

/** As the network's status has it. */
const blockSeconds = 1.02
const ago = (seconds: number) => new Date(stageTime.getTime() - seconds * 1_000).toISOString()

/** Kind, seconds before the moment of the pictures, height, what was and what is. */
const happened: readonly [ValidatorEvent['kind'], number, number | null, string | null, string | null][] = [
  ['outage', 39_600, 9_397_012, '9396604', '9397012'],
  ['rank_changed', 70_000, 9_386_983, '6', '5'],
  ['commission_changed', 183_000, 9_343_811, '0.200000000000000000', '0.075000000000000000'],
  ['gap', 393_000, 9_296_592, '9296592', '9296803'],
  ['power_changed', 866_000, 9_115_144, '28900000000000', '30180000000000'],
  ['unjailed', 1_200_300, 8_974_012, 'true', 'false'],
  ['slashed', 1_204_000, 8_970_481, '28903000000000', '28900000000000'],
  ['jailed', 1_204_000, 8_970_481, 'false', 'true'],
  ['moniker_changed', 1_500_000, 8_901_377, 'Saltmarsh', 'Saltmarsh Relay'],
  ['bonded', 1_630_000, 8_812_041, 'BOND_STATUS_UNBONDED', 'BOND_STATUS_BONDED'],
]

/** What does not happen in jail, and the new rate, which is that of another row. */
const notInJail = new Set<ValidatorEvent['kind']>([
  'outage',
  'rank_changed',
  'unjailed',
  'commission_changed',
])

/** Of one that was jailed and did not unjail: an outage led to it, and in jail nobody ranks or misses. */
const happenedToJailed: typeof happened = [
  ...happened.filter(([kind, seconds]) => seconds < 1_204_000 && !notInJail.has(kind)),
  ...happened.filter(([kind, seconds]) => seconds === 1_204_000 && kind !== 'outage'),
  ['outage', 1_204_001, 8_970_480, '8965470', '8970480'],
  ...happened.filter(([, seconds]) => seconds > 1_204_000),
]

function timelineOf({ jailed }: Validator): ValidatorEvent[] {
  return (jailed === true ? happenedToJailed : happened).map(
    ([kind, seconds, height, before, after], index) => ({
      ...{ id: 900 - index, kind, height, before, after, at: ago(seconds) },
      assurance: kind === 'gap' ? null : index % 3 === 0 ? 'AGREED' : 'PROVEN',
      ...(kind === 'outage' && {
        outage: outageUntil(seconds, { first: Number(before), last: Number(after) }),
      }),
    }),
  )
}

/** Ended so many seconds ago; a few blocks of it were signed. */
function outageUntil(seconds: number, { first, last }: { first: number; last: number }): Outage {
  const all = last - first + 1
  return {
    ...{ blocks: all - 12, first_height: first, last_height: last, at_least: false },
    ...{ from: ago(seconds + all * blockSeconds), to: ago(seconds) },
  }
}

/** The one that the row says, of which all blocks are known. */
function outageNow(row: Validator, height: number): Outage | null {
  const blocks = /m*$/.exec(row.recent_signatures)?.[0].length ?? 0
  if (blocks < missingBlocks) return null
  return {
    ...{ blocks, first_height: height - blocks + 1, last_height: height, at_least: false },
    ...{ from: ago(blocks * blockSeconds), to: ago(blockSeconds) },
  }
}

/**
 * Letters that end as the row of the list does, with a bad hour and the time outside the set that followed, nil votes,
 * and blocks that nobody saw.
 */
function lettersOf(recent: string, blocks: number): string {
  const quiet = (index: number) => (index % 47 === 3 ? 'p' : index % 211 === 9 ? 'n' : 's')
  const older = Array.from({ length: Math.max(0, blocks - recent.length) }, (_unused, index) => {
    const back = blocks - index
    if (back > 600 && back < 654) return 'm'
    return isUnseen(back) || (back > 560 && back <= 600) ? '-' : quiet(index)
  })
  return (older.join('') + recent).slice(-blocks)
}

function sinceOf(row: Validator): ValidatorDetails['state_since'] {
  const { kind } = stateOf(row)
  const state = lastingStates.find((one) => one === kind)
  const event = timelineOf(row).find((one) => one.kind === state)
  return state && event ? { state, at: event.at, height: event.height } : null
}

/** After a gap nothing is proven until the proofs have a block to go on from; later one endpoint was alone. */
function assurancesOf(blocks: number): string {
  return Array.from({ length: blocks }, (_unused, index) => {
    const back = blocks - index
    if (isUnseen(back)) return '-'
    if (back > 221 && back <= 230) return 'A'
    return back > 86 && back <= 90 ? 'S' : 'P'
  }).join('')
}

function isUnseen(back: number): boolean {
  return back > 230 && back < 239
}

/** What the server says of a validator of the first network; null: there is none. */
export function detailsOf(name: string, as: Situation, blocks: number): ValidatorDetails | null {
  const list = listOf(1, as)
  const row = list.validators.find(({ id }) => String(id) === name)
  if (!row || list.network_height === null) return null
  return {
    ...row,
    missed_blocks: row.missed_blocks === null ? null : row.jailed === true ? 0 : 2_264,
    description: 'Two sites, one signer, on the coast since 2023.',
    security_contact: 'security@example.org',
    identity: '9F2C77A1B04E63D8',
    commission_max_rate: 0.6,
    commission_max_change_rate: 0.02,
    commission_updated_at: ago(183_000),
    self_delegation: '1050000000000',
    self_delegation_at: ago(420),
    self_delegation_assurance: 'PROVEN',
    state_since: sinceOf(row),
    outage: outageNow(row, list.network_height),
    unbonding_at: null,
    counted_blocks: row.uptime === null ? null : row.signed_blocks_window,
    signing_start_height: 1,
    signatures: {
      from_height: list.network_height - blocks + 1,
      // Who has been in jail for two weeks signed none of these.
      letters: row.jailed === true ? '-'.repeat(blocks) : lettersOf(row.recent_signatures, blocks),
      assurances: row.jailed === true ? 'P'.repeat(blocks) : assurancesOf(blocks),
    },
    timeline: timelineOf(row),
    bridges: [],
    unjail_command: 'celestia-appd tx slashing unjail --from <key> --chain-id celestia',
  }
}
