import * as z from 'zod/mini'
import { Decimal, type Endpoint, Id, optional, wholeNumber } from '../endpoint.ts'
import { assurances, Time, Validator } from './validators.ts'

/** Kinds of events in a timeline. `gap` is of the whole network: blocks that nobody watched. */
const validatorEventKinds = [
  'jailed',
  'unjailed',
  'tombstoned',
  'bonded',
  'unbonding',
  'unbonded',
  'slashed',
  'commission_changed',
  'moniker_changed',
  'key_changed',
  'power_changed',
  'rank_changed',
  'joined',
  'removed',
  'gap',
  'outage',
] as const
export type ValidatorEventKind = (typeof validatorEventKinds)[number]

/** Blocks that a validator missed in the set, from the first to the last one. */
export const Outage = z.object({
  /** How many it missed; it may have signed some between them. */
  blocks: z.int(),
  first_height: z.int(),
  last_height: z.int(),
  /** Header times of the first and the last one. */
  from: Time,
  to: Time,
  /** There may be more, before, between or after: nobody read the blocks there. */
  at_least: z.boolean(),
})
export type Outage = z.infer<typeof Outage>

/** Something that happened to a validator: what was and what is, as text. */
export const ValidatorEvent = z.object({
  id: z.int(),
  /** The chain's own time of it, where it is known; else when it was found out. */
  at: Time,
  height: z.nullable(z.int()),
  kind: z.enum(validatorEventKinds),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** How it is known. */
  assurance: z.nullable(z.enum(assurances)),
  /** It comes from a file that the operator of the site imported, and was checked by nobody here. */
  imported: optional(z.boolean()),
  /** Of kind `outage` alone, whose `before` and `after` are its first and last height. */
  outage: optional(Outage),
})
export type ValidatorEvent = z.infer<typeof ValidatorEvent>

/** States that an event of the same name begins. */
export const lastingStates = ['tombstoned', 'jailed', 'bonded', 'unbonding', 'unbonded'] as const

/** Since when a validator has been in such a state: as `at` and `height` of the event that reported it. */
export const StateSince = z.object({
  state: z.enum(lastingStates),
  at: Time,
  height: z.nullable(z.int()),
})
export type StateSince = z.infer<typeof StateSince>

/** A row of the list with what only its own page shows. Rates are fractions 0…1; what is not known is null. */
export const ValidatorDetails = z.extend(Validator, {
  description: z.nullable(z.string()),
  security_contact: z.nullable(z.string()),
  commission_max_rate: z.nullable(z.number()),
  commission_max_change_rate: z.nullable(z.number()),
  commission_updated_at: z.nullable(Time),
  /** Base units; read of a few validators in turn, so up to some minutes old. */
  self_delegation: z.nullable(z.string()),
  /** When it was read; null also where that is not known. */
  self_delegation_at: z.nullable(Time),
  /** How it is known. */
  self_delegation_assurance: z.nullable(z.enum(assurances)),
  unbonding_at: z.nullable(Time),
  /** Of how many blocks its uptime is: fewer than a window while that fills, as after an unjailing; null like it. */
  counted_blocks: z.nullable(z.int()),
  /** From which height x/slashing counts: it jails nobody for missed blocks before a whole window after it. */
  signing_start_height: z.nullable(z.int()),
  /**
   * One letter for each block, oldest first, as in `recent_signatures`; `from_height` is that of the first. `assurances`
   * has how each of them is known (`AssuranceLetter`): where it says `-` nobody saw the block, and any other `-` of
   * `letters` means that the validator was not in its set.
   */
  signatures: z.object({
    from_height: z.nullable(z.int()),
    letters: z.string(),
    assurances: z.string(),
  }),
  /** Of the first of `lastingStates` that holds; null where nobody saw it begin. Missed blocks are in the letters. */
  state_since: z.nullable(StateSince),
  /** The outage that it is in as of the newest letters; null: none. One that has ended is in the timeline. */
  outage: z.nullable(Outage),
  /** The newest ones, newest first. */
  timeline: z.array(ValidatorEvent),
  /** Ids. */
  bridges: z.array(z.int()),
  /** The command that takes a validator of this chain out of jail, `<key>` for the operator to fill in; null where it is not known. */
  unjail_command: z.nullable(z.string()),
})
export type ValidatorDetails = z.infer<typeof ValidatorDetails>

export const ValidatorTimeline = z.object({ timeline: z.array(ValidatorEvent) })
export type ValidatorTimeline = z.infer<typeof ValidatorTimeline>

/** An id, an address in bech32, or its bytes in hex. */
const nameShape = /^(?:0|[1-9][0-9]{0,9}|(?:0x)?[0-9a-fA-F]{40}|[a-zA-Z]{1,80}1[a-zA-Z0-9]{38,120})$/
const ValidatorParams = z.object({
  blockchainId: Id,
  validatorId: z.string().check(z.regex(nameShape)),
})

/** Blocks where the query does not say, and at most. */
export const detailBlocks = { usual: 500, most: 10_000 }
const ValidatorDetailsQuery = z.object({
  blocks: optional(z.pipe(Decimal, z.int().check(z.minimum(1), z.maximum(detailBlocks.most)))),
})

/** Events of a page where the query does not say, and at most. */
export const timelineLimit = { usual: 50, most: 200 }
const ValidatorTimelineQuery = z.object({
  /** Only older ones than the event of this id. */
  before: optional(wholeNumber(Number.MAX_SAFE_INTEGER)),
  limit: optional(wholeNumber(1_000_000)),
})

export const detailsEndpoints = {
  /** A validator by its id, or an operator or consensus address of the network. */
  validatorDetails: {
    method: 'GET',
    path: '/api/blockchains/details/{blockchainId}/{validatorId}/',
    access: 'network',
    params: ValidatorParams,
    query: ValidatorDetailsQuery,
    body: null,
    responses: { 200: ValidatorDetails },
    errors: [401, 403, 404],
    produces: 'json',
  },
  validatorTimeline: {
    method: 'GET',
    path: '/api/blockchains/details/{blockchainId}/{validatorId}/timeline/',
    access: 'network',
    params: ValidatorParams,
    query: ValidatorTimelineQuery,
    body: null,
    responses: { 200: ValidatorTimeline },
    errors: [401, 403, 404],
    produces: 'json',
  },
} as const satisfies Record<string, Endpoint>
