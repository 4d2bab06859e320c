import { type BridgeEvent, eventsBetween } from '@roundsman/bridges/bridge-events'
import { type BridgePush, type BridgeReport, plausibleText } from '@roundsman/bridges/bridge-push'
import {
  afterReport,
  type BridgeSource,
  type BridgeState,
  hasTwoPrograms,
  staleAfterMs,
} from '@roundsman/bridges/bridge-state'
import type { PartialSuccess } from '@roundsman/bridges/otlp'
import type { BridgeTokenProblem } from '@roundsman/contract/bridge-tokens'
import type { Networks } from '../networks/networks.public.ts'
import type { BridgeRow, BridgeTokenRow } from './bridges.schema.ts'

/** One request: what a token pushed. */
export interface Pushed {
  tokenId: number
  pushes: readonly BridgePush[]
}

/** What is known when a batch of requests is taken; times in Unix ms by the database's clock. */
export interface Known {
  now: number
  networkHeight: number | null
  /** Since when pushes could be taken without a pause; null: that is not known. */
  upSince: number | null
  /** Whether a namespace is this network. */
  accepts(namespace: string | null): boolean
  tokens: ReadonlyMap<number, BridgeTokenRow>
  /** Of OTLP, by peer id. */
  bridges: ReadonlyMap<string, BridgeRow>
}

/** A bridge as it is to be stored, with what is new of its history; without an id it is new. */
export type LearntBridge = Omit<BridgeRow, 'id' | 'seq' | 'networkId' | 'source'> &
  Pick<Recorded, 'events' | 'samples'> & { id: number | null }

export interface Learnt {
  /** Of each request in its order; undefined: its token is gone. */
  answers: (PartialSuccess | null | undefined)[]
  bridges: LearntBridge[]
  /** Records of a chain that the bridge has left. */
  left: number[]
  tokens: { id: number; peerId: string | null; problem: BridgeTokenProblem | null }[]
}

type TokenChange = Learnt['tokens'][number] & { isReleased: boolean }

/** What requests teach about the bridges of one network, in their order. Pure. */
export function learn(requests: readonly Pushed[], known: Known): Learnt {
  const bridges = new Map<string, LearntBridge>(
    [...known.bridges].map(([peerId, row]) => [peerId, { ...row, events: [], samples: [] }]),
  )
  const changed = new Set<string>()
  const left = new Set<number>()
  const tokens = new Map<number, TokenChange>()

  function take(
    push: BridgePush,
    token: TokenChange,
  ): { problem: BridgeTokenProblem | null; warning?: string } {
    const { now, networkHeight, upSince } = known
    const held = bridges.get(push.peerId ?? '') ?? null
    const holder =
      held?.tokenId == null ? null : { ...held, tokenId: held.tokenId, updatedAt: held.state.updatedAt }
    const claim = judgeClaim(push, token, { holder, now, accepted: known.accepts(push.namespace) })
    const peerId = push.peerId ?? ''
    if (claim.kind === 'refused') {
      if (claim.isContest && held) {
        bridges.set(peerId, { ...held, contestedAt: now })
        changed.add(peerId)
      }
      return { problem: claim.problem }
    }
    token.peerId = peerId
    const namespace = push.namespace ?? ''
    const isSameChain = held !== null && held.namespace === namespace
    if (held && !isSameChain && held.id !== null) left.add(held.id)
    const moment = { now, networkHeight, upSince, source: 'OTLP' } as const
    const { state, events, samples } = record(isSameChain ? held.state : null, push, moment)
    const contestedAt = claim.holds ? (held?.contestedAt ?? null) : null
    bridges.set(peerId, {
      id: isSameChain ? held.id : null,
      peerId,
      namespace,
      tokenId: token.id,
      contestedAt,
      state,
      figures: push.figures,
      events: isSameChain ? [...held.events, ...events] : events,
      samples: isSameChain ? [...held.samples, ...samples] : samples,
    })
    changed.add(peerId)
    if (isContested({ contestedAt }, now)) return { problem: 'contested', warning: contestedText }
    return hasTwoPrograms(state, now)
      ? { problem: 'two_programs', warning: problemTexts.two_programs }
      : { problem: null }
  }

  const answers = requests.map(({ tokenId, pushes }) => {
    const row = known.tokens.get(tokenId)
    if (!row) return undefined
    const token = tokens.get(tokenId) ?? {
      ...{ id: tokenId, peerId: row.peerId, isReleased: row.isReleased, problem: null },
    }
    tokens.set(tokenId, token)
    const messages = new Set<string>()
    let [rejected, problem]: [number, BridgeTokenProblem | null] = [0, null]
    for (const push of pushes) {
      const outcome = take(push, token)
      problem ??= outcome.problem
      if (outcome.problem === null) continue
      if (outcome.warning === undefined) rejected += push.points
      messages.add(outcome.warning ?? problemTexts[outcome.problem])
    }
    token.problem = problem
    return messages.size === 0 ? null : { rejectedDataPoints: rejected, message: [...messages].join('; ') }
  })
  return {
    answers,
    bridges: [...changed].flatMap((peerId) => bridges.get(peerId) ?? []),
    left: [...left],
    tokens: [...tokens.values()].map(({ id, peerId, problem }) => ({ id, peerId, problem })),
  }
}

/** A height of one of the spans of five minutes. */
export interface BridgeSample {
  slot: number
  height: number | null
  networkHeight: number | null
}

/** What one report changes of a bridge. */
interface Recorded {
  state: BridgeState
  events: BridgeEvent[]
  /** Where it is the first report of its span. */
  samples: BridgeSample[]
}

export interface RecordMoment {
  now: number
  networkHeight: number | null
  source: BridgeSource
  /** Since when reports could be taken without a pause; read where `needsUptime`. */
  upSince: number | null
}

export const slotMs = 300_000

export function slotOf(ms: number): number {
  return Math.floor(ms / slotMs)
}

/** Takes one report more of a bridge. Pure; `before` null: the first of its record. */
export function record(before: BridgeState | null, report: BridgeReport, moment: RecordMoment): Recorded {
  const { now, networkHeight } = moment
  const state = afterReport(before, report, { now, networkHeight })
  const isFirst = before === null || slotOf(before.updatedAt) !== slotOf(now)
  const height = state.isHeightKnown ? state.height : null
  return {
    state,
    events: eventsBetween(before, state, moment),
    samples: isFirst ? [{ slot: slotOf(now), height, networkHeight }] : [],
  }
}

/** Whether any of these was silent, so that it matters whether its reports could have been taken. */
export function needsUptime(
  rows: Iterable<{ state: BridgeState }>,
  { now, source }: Pick<RecordMoment, 'now' | 'source'>,
): boolean {
  for (const { state } of rows) if (now - state.updatedAt > staleAfterMs[source]) return true
  return false
}

/** The part of a token that decides what it may push. */
export interface Claimant {
  id: number
  peerId: string | null
  isReleased: boolean
}

/** Who has a peer id, and when it last pushed; times in Unix ms. */
export interface Holder {
  tokenId: number
  contestedAt: number | null
  updatedAt: number
}

/** A claim that was not used for so long may be taken over, and an attempt is told for so long. */
export const claimMs = 24 * 3_600_000
/** Whatever a peer id is made of, it has no spaces and is no longer. */
const peerIdPattern = /^[\x21-\x7e]{1,128}$/

export type Claim =
  | { kind: 'refused'; problem: BridgeTokenProblem; isContest: boolean }
  /** Taken. `holds`: it has had the peer id before. */
  | { kind: 'taken'; holds: boolean }

/** Whether a token may push this. `accepted`: whether the namespace is the token's network. */
function judgeClaim(
  push: Pick<BridgePush, 'kind' | 'isNode' | 'peerId'>,
  token: Claimant,
  { holder, accepted, now }: { holder: Holder | null; accepted: boolean; now: number },
): Claim {
  const refused = (problem: BridgeTokenProblem): Claim => ({ kind: 'refused', problem, isContest: false })
  if (push.kind !== 'Bridge' || !push.isNode || !isPeerId(push.peerId)) return refused('not_a_bridge')
  if (!accepted) return refused('wrong_network')
  if (token.peerId !== null && token.peerId !== push.peerId) return refused('another_peer')
  if (token.isReleased) return refused('released')
  if (holder === null) return { kind: 'taken', holds: false }
  if (holder.tokenId === token.id) return { kind: 'taken', holds: true }
  if (now - holder.updatedAt >= claimMs) return { kind: 'taken', holds: false }
  return { kind: 'refused', problem: 'contested', isContest: true }
}

export function isPeerId(peerId: string | null): peerId is string {
  return peerId !== null && peerIdPattern.test(peerId)
}

/** Whether another token tried to push for it lately. */
export function isContested({ contestedAt }: { contestedAt: number | null }, now: number): boolean {
  return contestedAt !== null && now - contestedAt < claimMs
}

export interface NamespaceDeps {
  networks: Pick<Networks, 'byId'>
  /** Of the chain that is followed, which may be another one than the catalogue names (W6); null: none yet. */
  chainIdOf(networkId: number): string | null
}

/**
 * Whether a namespace that a bridge names is a network's: one of the catalogue's `bridge_namespaces`; without any the
 * id of its chain; where that is not known either, any name.
 */
export function namespaceTest({ networks, chainIdOf }: NamespaceDeps) {
  return (networkId: number, namespace: string | null): boolean => {
    if (plausibleText(namespace ?? undefined) === null || namespace === null) return false
    const network = networks.byId(networkId)
    const named = network?.bridge_namespaces ?? []
    if (named.length > 0) return named.includes(namespace)
    const chainId = chainIdOf(networkId) ?? network?.chain_id ?? null
    return chainId === null || chainId === namespace
  }
}

/** What the log of a bridge says: it prints the message of a partial success. English, as the rest of that log is. */
const problemTexts: Readonly<Record<BridgeTokenProblem, string>> = {
  another_peer: 'this token belongs to another peer id: create a token for each bridge',
  wrong_network: 'this token is for another network than the one in service.namespace',
  contested:
    'another token has claimed this peer id: ask its owner to delete that token, or the site operator to release it',
  not_a_bridge: 'not a bridge node: service.name must be Bridge, service.instance.id its peer id',
  two_programs: 'two programs push with the same key: their start times alternate',
  released: 'the site operator has released this peer id: create a new token',
}

/** What the holder of a contested peer id is told: its own pushes are taken. */
const contestedText = 'somebody else pushes with your peer id; their data is refused'
