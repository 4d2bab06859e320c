import type { BridgePush } from '@roundsman/bridges/bridge-push'
import { hasTwoPrograms } from '@roundsman/bridges/bridge-standing'
import type { PartialSuccess } from '@roundsman/bridges/otlp'
import type { BridgeTokenProblem } from '@roundsman/contract/bridge-tokens'
import type { BridgeRow, BridgeTokenRow } from './bridges.schema.ts'
import { isContested, judgeClaim } from './claim.policy.ts'
import { contestedText, problemTexts } from './problem-texts.data.ts'
import { record, type Recorded } from './record.ts'

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
