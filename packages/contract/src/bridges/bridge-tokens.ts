import * as z from 'zod/mini'
import { Id } from '../endpoint.ts'
import { Time } from '../networks/validators.ts'

/** What is wrong with what a token sends: as the sender is answered and the owner sees it. */
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
  /** Of which team it is, with its bridge; null: the caller's own. */
  team_id: z.nullable(z.int()),
})
export type BridgeToken = z.infer<typeof BridgeToken>
export const BridgeTokens = z.object({ tokens: z.array(BridgeToken) })

/** Tokens of one user, or of one team, on one network. */
export const bridgeTokensOfUser = 200
const bridgeNameMost = 100

const GivenId = z.int().check(z.minimum(0), z.maximum(2_147_483_647))

export const NewBridgeTokenBody = z.object({
  name: z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(bridgeNameMost),
    z.refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must have no control characters'),
  ),
  validator_id: z.optional(z.nullable(GivenId)),
  /** Null, or left out: the caller's own. */
  team_id: z.optional(z.nullable(GivenId)),
})
export type NewBridgeTokenBody = z.infer<typeof NewBridgeTokenBody>

/** The token is shown this once. */
export const NewBridgeToken = z.object({ id: z.int(), name: z.string(), token: z.string() })
export type NewBridgeToken = z.infer<typeof NewBridgeToken>

/** Without a team: the caller's own, and those of their teams. */
export const BridgeTokensQuery = z.object({ team_id: z.optional(Id) })
export const BridgeTokenParams = z.object({ blockchainId: Id, tokenId: Id })
