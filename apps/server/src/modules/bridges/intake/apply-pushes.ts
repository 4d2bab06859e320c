import { type BridgeEvent, eventsBetween } from '@roundsman/bridges/bridge-events'
import type { BridgeFigures, BridgePush, BridgeReport } from '@roundsman/bridges/bridge-push'
import {
  afterReport,
  type BridgeSource,
  type BridgeState,
  hasTwoPrograms,
  staleAfterMs,
} from '@roundsman/bridges/bridge-state'
import type { PartialSuccess } from '@roundsman/bridges/otlp'
import type { BridgeTokenProblem } from '@roundsman/contract/bridges/bridge-tokens'
import { type BridgeRow, type BridgeSample, type BridgeTokenRow, slotOf } from '../bridges.schema.ts'
import { type Claimant, isContested, isProof, judgeClaim } from '../claim.policy.ts'

/** A push, with the other figures where whoever brings it has them. */
export type TakenPush = Omit<BridgePush, 'figures'> & { figures: BridgeFigures | null }

/** One request: what a token pushed. */
export interface Pushed {
  tokenId: number
  pushes: readonly TakenPush[]
  /** When it came, Unix ms, where it was kept elsewhere since; by default now. */
  at?: number
  /** The network's height at that time. */
  networkHeight?: number | null
}

/** A bridge that is pushed for, and whether the token that has it is proven. */
export type HeldBridge = BridgeRow & { isProven: boolean }
/** A token that pushes, and the peer ids that were taken from its user. */
export type PushingToken = BridgeTokenRow & Pick<Claimant, 'released'>

/** What is known when a batch of requests is taken; times in Unix ms by the database's clock. */
interface PushContext {
  now: number
  networkHeight: number | null
  /** Since when pushes could be taken without a pause; null: that is not known. */
  upSince: number | null
  /** Whether a namespace is this network. */
  accepts(namespace: string | null): boolean
  tokens: ReadonlyMap<number, PushingToken>
  /** Of OTLP, by peer id. */
  bridges: ReadonlyMap<string, HeldBridge>
}

/** A bridge as it is to be stored, with what is new of its history; without an id it is new. */
export type ChangedBridge = Omit<BridgeRow, 'id' | 'seq' | 'networkId' | 'source'> &
  Pick<Recorded, 'events' | 'samples'> & { id: number | null }

export interface Applied {
  /** Of each request in its order; undefined: its token is gone. */
  answers: (PartialSuccess | null | undefined)[]
  bridges: ChangedBridge[]
  /** Records of a chain that the bridge has left. */
  left: number[]
  tokens: (Pick<BridgeTokenRow, 'id' | 'peerId' | 'isProven'> & { problem: BridgeTokenProblem | null })[]
}

/** What requests change of the bridges of one network, in their order. Pure. */
export function applyPushes(requests: readonly Pushed[], context: PushContext): Applied {
  const bridges = new Map<string, ChangedBridge & { isProven: boolean }>(
    [...context.bridges].map(([peerId, row]) => [peerId, { ...row, events: [], samples: [] }]),
  )
  const changed = new Set<string>()
  const left = new Set<number>()
  const tokens = new Map<number, Applied['tokens'][number] & Claimant>()

  function apply(
    push: TakenPush,
    token: Claimant,
    isProven: boolean,
    { at: now = context.now, networkHeight = context.networkHeight }: Pick<Pushed, 'at' | 'networkHeight'>,
  ): { problem: BridgeTokenProblem | null; warning?: string } {
    const { upSince } = context
    const peerId = push.peerId ?? ''
    const held = bridges.get(peerId) ?? null
    const holder =
      held?.tokenId == null ? null : { ...held, tokenId: held.tokenId, updatedAt: held.state.updatedAt }
    const accepted = context.accepts(push.namespace)
    const claim = judgeClaim(push, { ...token, isProven }, { holder, now, accepted })
    if (claim.kind === 'refused') {
      if (claim.isContest && held) {
        bridges.set(peerId, { ...held, contestedAt: now })
        changed.add(peerId)
      }
      return { problem: claim.problem }
    }
    token.peerId = peerId
    token.isProven = isProven
    const namespace = push.namespace ?? ''
    const isSameChain = held !== null && held.namespace === namespace
    if (held && !isSameChain && held.id !== null) left.add(held.id)
    const reported = { now, networkHeight, upSince, source: 'OTLP' } as const
    const { state, events, samples } = record(isSameChain ? held.state : null, push, reported)
    const contestedAt = claim.holds ? (held?.contestedAt ?? null) : null
    bridges.set(peerId, {
      id: isSameChain ? held.id : null,
      peerId,
      namespace,
      tokenId: token.id,
      isProven,
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

  const answers = requests.map(({ tokenId, pushes, ...came }) => {
    const row = context.tokens.get(tokenId)
    if (!row) return undefined
    const token = tokens.get(tokenId) ?? { ...row, problem: null }
    tokens.set(tokenId, token)
    const messages = new Set<string>()
    let [rejected, problem]: [number, BridgeTokenProblem | null] = [0, null]
    // One a request is looked at: a token is for one bridge, and checking costs more than everything else here.
    const proof = pushes.find((push) => push.proof !== null)
    const isProven = token.isProven || (proof !== undefined && isProof(proof, row.hash))
    for (const push of pushes) {
      const outcome = apply(push, token, isProven && (token.isProven || push.peerId === proof?.peerId), came)
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
    tokens: [...tokens.values()].map(({ id, peerId, isProven, problem }) => ({
      id,
      peerId,
      isProven,
      problem,
    })),
  }
}

/** What one report changes of a bridge. */
interface Recorded {
  state: BridgeState
  events: BridgeEvent[]
  /** Where it is the first report of its span. */
  samples: BridgeSample[]
}

interface ReportContext {
  now: number
  networkHeight: number | null
  source: BridgeSource
  /** Since when reports could be taken without a pause; read where `needsUptime`. */
  upSince: number | null
}

/** Takes one report more of a bridge. Pure; `before` null: the first of its record. */
export function record(before: BridgeState | null, report: BridgeReport, context: ReportContext): Recorded {
  const { now, networkHeight } = context
  const state = afterReport(before, report, context)
  const isFirst = before === null || slotOf(before.updatedAt) !== slotOf(now)
  const height = state.isHeightKnown ? state.height : null
  return {
    state,
    events: eventsBetween(before, state, context),
    samples: isFirst ? [{ slot: slotOf(now), height, networkHeight }] : [],
  }
}

/** Whether any of these was silent, so that it matters whether its reports could have been taken. */
export function needsUptime(
  rows: Iterable<{ state: BridgeState }>,
  { now, source }: Pick<ReportContext, 'now' | 'source'>,
): boolean {
  for (const { state } of rows) if (now - state.updatedAt > staleAfterMs[source]) return true
  return false
}

/** What the log of a bridge says: it prints the message of a partial success. English, as the rest of that log is. */
const problemTexts: Readonly<Record<BridgeTokenProblem, string>> = {
  another_peer: 'this token belongs to another peer id: create a token for each bridge',
  wrong_network: 'this token is for a different network than the one in service.namespace',
  contested:
    "another token has claimed this peer id: prove that the bridge is yours by signing your token with its key (roundsman.proof), or ask the site's operator to release the peer id",
  not_a_bridge: 'not a bridge node: service.name must be Bridge, service.instance.id its peer id',
  two_programs: 'two programs push with the same key: their start times alternate',
  released:
    "the site's operator has released this peer id: to get it back, sign your token with the bridge's key (roundsman.proof)",
}

/** Warning to the holder of a contested peer id: its own pushes are accepted. */
const contestedText = 'somebody else is pushing with your peer id; their data is being rejected'
