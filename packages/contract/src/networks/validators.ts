import * as z from 'zod/mini'

const bondStatuses = [
  'BOND_STATUS_UNSPECIFIED',
  'BOND_STATUS_UNBONDED',
  'BOND_STATUS_UNBONDING',
  'BOND_STATUS_BONDED',
] as const

/** How something is known: proven by the chain's signatures, said alike by two hosts, or by one alone. */
export const assurances = ['PROVEN', 'AGREED', 'SINGLE'] as const
export type Assurance = (typeof assurances)[number]

/** ISO 8601 in UTC. */
export const Time = z.string()

/** Blocks that a row's `recent_signatures` shows. */
export const shownLetters = 60

/** A row of the validators list. Rates and shares are fractions 0…1; what is not known is null. */
export const Validator = z.object({
  id: z.int(),
  operator_address: z.nullable(z.string()),
  consensus_address: z.string(),
  moniker: z.nullable(z.string()),
  identity: z.nullable(z.string()),
  website: z.nullable(z.string()),
  /** Address of its picture on this site, a square of at most 128 px. */
  avatar: z.nullable(z.string()),
  rank: z.nullable(z.int()),
  bond_status: z.enum(bondStatuses),
  jailed: z.nullable(z.boolean()),
  tombstoned: z.nullable(z.boolean()),
  jailed_until: z.nullable(Time),
  tokens: z.nullable(z.string()),
  voting_power: z.string(),
  voting_power_share: z.number(),
  commission_rate: z.nullable(z.number()),
  uptime: z.nullable(z.number()),
  missed_blocks: z.nullable(z.int()),
  /** False where nobody knows which of them left the window since the chain's counter was read: there may be more; null where the count is. */
  missed_blocks_exact: z.nullable(z.boolean()),
  signed_blocks_window: z.nullable(z.int()),
  consecutive_missed: z.nullable(z.int()),
  /** False where nobody saw the block before them, so that there may be more; null where the count is. */
  consecutive_missed_exact: z.nullable(z.boolean()),
  /**
   * Until it is jailed if it misses every block from now on: at least so long, and at most. Both are the same where it is
   * known which missed blocks leave the window (time-to-jail.ts).
   */
  seconds_to_jail: z.nullable(z.number()),
  seconds_to_jail_at_most: z.nullable(z.number()),
  /** The last 60 blocks, oldest first: s signed, n nil vote, m missed, p proposed, - not in the set or unknown. */
  recent_signatures: z.string(),
  /** How its last reported change is known. */
  state_assurance: z.nullable(z.enum(assurances)),
  updated_at: Time,
})
export type Validator = z.infer<typeof Validator>

const networkStates = ['LIVE', 'HALTED', 'SYNCING', 'UNREACHABLE', 'CONNECTING', 'NOT_FOLLOWED'] as const
export type NetworkState = (typeof networkStates)[number]

/**
 * How long a chain may stand, in ms, before it has halted: half a minute, and ten block times where those are longer.
 * `blockSeconds`: its usual one; null: not known.
 */
export function haltedAfterMs(blockSeconds: number | null): number {
  return Math.max(30_000, 10 * (blockSeconds ?? 0) * 1_000)
}

/**
 * Why a chain that answers is not the one that is followed: it has another id; under the same id a lower height at a
 * later time; blocks that do not follow from the known ones, or are not signed by those who have to; two proven
 * blocks at one height.
 */
const refusalKinds = ['OTHER_CHAIN', 'BEGUN_AGAIN', 'FORK', 'DOUBLE_SIGNED'] as const
export type RefusalKind = (typeof refusalKinds)[number]

export const NetworkStatus = z.object({
  state: z.enum(networkStates),
  height: z.nullable(z.int()),
  block_time_seconds: z.nullable(z.number()),
  latest_block_at: z.nullable(Time),
  observed_at: z.nullable(Time),
  /** Host of the endpoint the numbers came from, never its URL. */
  source: z.nullable(z.string()),
  signed_blocks_window: z.nullable(z.int()),
  min_signed_per_window: z.nullable(z.number()),
  bonded_tokens: z.nullable(z.string()),
  bonded_validators: z.nullable(z.int()),
  max_validators: z.nullable(z.int()),
  /** Share of the power of the set that signed the newest block with letters. */
  signed_power_share: z.nullable(z.number()),
  /** How the newest height is known. */
  assurance: z.nullable(z.enum(assurances)),
  /** A chain that answers and is not followed until `network accept`; `reason` is a sentence for its operator. */
  refused: z.nullable(
    z.object({ chain_id: z.nullable(z.string()), kind: z.enum(refusalKinds), reason: z.string() }),
  ),
  unit: z.nullable(z.object({ symbol: z.string(), decimals: z.int() })),
})
export type NetworkStatus = z.infer<typeof NetworkStatus>

export const ValidatorsList = z.object({
  network_height: z.nullable(z.int()),
  validators: z.array(Validator),
  status: NetworkStatus,
  /** The change batch that this is of, as the stream numbers them. */
  seq: z.int(),
})
export type ValidatorsList = z.infer<typeof ValidatorsList>

/** Answer of `GET /api/networks/status/`: the networks that the caller may read, in catalogue order. */
export const NetworkStatuses = z.object({
  networks: z.array(
    z.object({
      blockchain_id: z.int(),
      status: NetworkStatus,
      /** Validators that need a person (validator-state.ts); null where none is known. */
      attention: z.nullable(z.object({ jailed: z.int(), missing: z.int() })),
    }),
  ),
})
export type NetworkStatuses = z.infer<typeof NetworkStatuses>

/**
 * How a block is known, as one letter: `P` PROVEN, `A` AGREED, `S` SINGLE, `?` seen by a server that did not write down
 * how; `-` nobody saw it.
 */
export type AssuranceLetter = 'P' | 'A' | 'S' | '?' | '-'

const letters = { PROVEN: 'P', AGREED: 'A', SINGLE: 'S' } as const satisfies Record<
  Assurance,
  AssuranceLetter
>

/** The letter of a block that was seen; null: nobody wrote down how it is known. */
export function assuranceLetter(assurance: Assurance | null): AssuranceLetter {
  return assurance === null ? '?' : letters[assurance]
}

/** What a letter says; null where it says nothing of a proof. */
export function assuranceOf(letter: string | undefined): Assurance | null {
  return assurances.find((assurance) => letters[assurance] === letter) ?? null
}

/** "celestia1abcd…uvwxyz": the prefix with four signs and the last six; of a hex address the first six. */
export function shortAddress(address: string): string {
  const prefix = /^[a-z]+1(?=[a-z0-9]+$)/.exec(address)?.[0].length ?? 2
  const start = prefix + 4
  return address.length <= start + 7 ? address : `${address.slice(0, start)}…${address.slice(-6)}`
}
