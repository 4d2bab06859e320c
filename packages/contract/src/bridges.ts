import * as z from 'zod/mini'
import { Id } from './endpoint.ts'
import { Time } from './validators.ts'

/** A bridge node of a network with data availability, by what it says of itself and by the network. */
export const Bridge = z.object({
  id: z.int(),
  peer_id: z.string(),
  /** The name that its owner gave its token; null for what is scraped. */
  name: z.nullable(z.string()),
  version: z.nullable(z.string()),
  /** The last plausible one it gave, also above the network's. */
  height: z.nullable(z.int()),
  /** Blocks behind the network; null where that is not known. */
  lag: z.nullable(z.int()),
  sync_status: z.enum(['SYNCED', 'CATCHING_UP', 'STALLED', 'UNKNOWN']),
  last_otel_update: z.nullable(Time),
  otel_state: z.enum(['FRESH', 'STALE', 'NEVER']),
  /** When its program was started. */
  started_at: z.nullable(Time),
  validator_id: z.nullable(z.int()),
  /** Whether it is the caller's. */
  owned: z.boolean(),
  /** Whether somebody else claims its peer id. */
  contested: z.boolean(),
  source: z.enum(['OTLP', 'SCRAPE']),
})
export type Bridge = z.infer<typeof Bridge>

export const BridgesList = z.object({ network_height: z.nullable(z.int()), bridges: z.array(Bridge) })
export type BridgesList = z.infer<typeof BridgesList>

/** What is wrong with what a token sends: as the sender is told, and the owner sees it. */
export const bridgeTokenProblems = [
  /** It is bound to another peer id. */
  'another_peer',
  /** The push is of another network. */
  'wrong_network',
  /** Another token has the peer id. */
  'contested',
  /** A light or full node, or nothing that a bridge says. */
  'not_a_bridge',
  /** Two programs push under one key. */
  'two_programs',
  /** The operator of the site took the peer id from it. */
  'released',
] as const
export type BridgeTokenProblem = (typeof bridgeTokenProblems)[number]

export const BridgeToken = z.object({
  id: z.int(),
  name: z.string(),
  validator_id: z.nullable(z.int()),
  /** The first peer id that used it; null: nobody has yet. */
  peer_id: z.nullable(z.string()),
  last_used_at: z.nullable(Time),
  problem: z.nullable(z.enum(bridgeTokenProblems)),
})
export type BridgeToken = z.infer<typeof BridgeToken>
export const BridgeTokens = z.object({ tokens: z.array(BridgeToken) })

/** Tokens of one user on one network. */
export const bridgeTokensOfUser = 200
export const bridgeNameMost = 100

export const NewBridgeTokenBody = z.object({
  name: z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(bridgeNameMost),
    z.refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must have no control characters'),
  ),
  validator_id: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(2_147_483_647)))),
})
export type NewBridgeTokenBody = z.infer<typeof NewBridgeTokenBody>

/** The token is shown this once. */
export const NewBridgeToken = z.object({ id: z.int(), name: z.string(), token: z.string() })
export type NewBridgeToken = z.infer<typeof NewBridgeToken>

export const BridgeTokenParams = z.object({ blockchainId: Id, tokenId: Id })
