import type { Assurance, ChainState, ConsensusHex, FullHeader, SetMember, Source } from '../domain.ts'
import { ChainReadError } from '../errors.ts'
import type { EndpointPool } from '../pool/endpoint-pool.ts'
import { headerHash, setHash } from '../proof/block-hash.ts'
import { readWithHeader } from './chain-state.ts'
import { judge, operatorsAtOnce } from './evidence-reader.ts'
import { firstOpinion, type OtherCounters, otherCounters, secondOpinion } from './second-opinion.ts'
import { createSelfDelegationReader } from './self-delegation-reader.ts'
import {
  type CounterBounds,
  type Doubts,
  doubtsAbout,
  isFirstList,
  type KnownValidator,
  nextInTurn,
} from './state-doubts.ts'
import { infosRefutation, operatorsWithOtherInfos } from './state-evidence.ts'

export interface StateRequest {
  /** Of the state. Ask below the newest: a node shows a block before its application has committed it. */
  height: number
  /** The header above the height, whose app hash commits to the state; null where the walk has none yet. */
  newest: { header: FullHeader; assurance: Assurance } | null
  /** The proven set that this state leads to (the one after `newest`); null where it is not known. */
  nextSet: readonly SetMember[] | null
  /** What was known before, removed ones too; empty before the first state. */
  known: readonly KnownValidator[]
  /** What x/slashing's counters may be by what was known before; whoever had none is left out. */
  counters: ReadonlyMap<ConsensusHex, CounterBounds>
  /** Why a state must not be believed whatever is proven, or null. */
  problemOf: (state: ChainState) => string | null
}

export interface StateReader {
  /**
   * The state of a height. What differs from what was known is proven by key, by another host than the one that gave
   * the list where there is one; so are five validators in turn, with their own stakes, and the parameters. A host whose list is refuted
   * has lied, as soon as another one's list passes; its state is thrown away. What cannot be proven is compared with
   * a second host's state.
   *
   * @throws ChainReadError
   */
  read(request: StateRequest): Promise<ChainState>
}

/** Validators that are looked at with each state, whether they changed or not. */
const fewInTurn = 5
/** Where nothing can be proven (a proxy forbids `/store`), it is tried again after so many reads. */
const readsWithoutProof = 30
/** No node proves anything of an earlier state, which says nothing of the later ones (baseapp: "height <= 1"). */
const firstProvable = 2

type Pool = Pick<EndpointPool, 'use' | 'blame'>

/** Reads states of one chain and says how each is known. Remembers whose turn it is, and whether proofs are to be had. */
export function createStateReader(pool: Pool, { perTurn = fewInTurn } = {}): StateReader {
  let lastInTurn: string | null = null
  let leftWithoutProof = 0
  const waits = createChangeWaits()
  const stakes = createSelfDelegationReader(pool)
  let hasProven = false

  async function read(request: StateRequest): Promise<ChainState> {
    const lies: Lie[] = []
    const isRefuted = () => lies.length > 0
    try {
      const state = await pool.use((node) => readFrom(node, request, lies))
      // Now that somebody's answer has passed, those that failed are known to have lied.
      const liars = new Map(lies.map(({ host, reason }) => [host, reason]))
      liars.delete(state.source.host)
      for (const [host, reason] of liars) pool.blame(host, reason)
      return state
    } catch (error) {
      if (error instanceof NotNow) throw error.reason
      // Everybody fails, and nobody has ever passed: a chain that keeps its state in another way. Nobody is blamed.
      if (!(error instanceof ChainReadError) || !isRefuted() || hasProven) throw error
      leftWithoutProof = readsWithoutProof
      return pool.use((node) => readFrom(node, request, []))
    }
  }

  async function readFrom(
    node: Parameters<Parameters<Pool['use']>[0]>[0],
    request: StateRequest,
    lies: Lie[],
  ): Promise<ChainState> {
    const { height, newest } = request
    const above = newest?.assurance === 'PROVEN' && newest.header.height === height + 1 ? newest.header : null
    const isFirst = isFirstList(request.known)
    const [lists, others] = await Promise.all([
      readWithHeader(node, height),
      above === null || isFirst ? null : otherCounters(pool, request, node.host),
    ])
    const problem = request.problemOf(lists.state)
    if (problem !== null) throw stateFailure('schema', node.host, problem)
    if (above !== null) refuse(node.host, lies, differsFromHeader(lists, above))
    const turn = operatorsInTurn(lists.state.staking?.validators ?? [])
    const doubts = doubtsAbout(
      { ...request, state: lists.state },
      operatorsWithOtherInfos(lists.state, others),
    )
    if (newest === null) unproven(doubts, stateFailure('schema', node.host, 'no later header is known yet'))
    const own: OwnProof = { failure: null }
    const proof = above === null ? null : await prove(lists.state, above, { doubts, turn, others, own })
    if (proof !== null) refuse(node.host, lies, proof.refutation)
    lies.push(...(proof?.lies ?? []))
    const source: Source =
      proof === null
        ? await agreed(node.host, request, lists.state)
        : { assurance: 'PROVEN', host: node.host }
    // Nobody else answers, and what it says of itself is false: rather nothing for a while than a liar's word.
    if (source.assurance === 'SINGLE' && own.failure !== null && waits.mustWaitAlone())
      throw new NotNow(own.failure)
    const isCompared = proof !== null && lists.state.staking !== null && isFirst
    const first = above === null || !isCompared ? [] : await compared(lists, above, lies)
    const ownStakes = { node, state: lists.state, operators: turn, above: proof === null ? null : above }
    const selfDelegations = await stakes.read(ownStakes)
    if (hasProven) waits.clear()
    lastInTurn = turn.at(-1) ?? null
    const checked = new Set([...doubts.operators, ...turn])
    const checkedBy = { ...source, host: proof?.host ?? node.host }
    return {
      ...lists.state,
      source,
      selfDelegations,
      sources: new Map([...first, ...[...checked].map((operator) => [operator, checkedBy] as const)]),
    }
  }

  /**
   * How each validator of a first list is known: another host says the same, or it is proven since that one says
   * otherwise, or since there is none.
   */
  async function compared(
    { state }: Lists,
    above: FullHeader,
    lies: Lie[],
  ): Promise<(readonly [operator: string, source: Source])[]> {
    const { host } = state.source
    const operators = (state.staking?.validators ?? []).map(({ operatorAddress }) => operatorAddress)
    const { assurance, disputed, by } = await firstOpinion(pool, state)
    const isFlood = disputed.length > operatorsAtOnce + operators.length
    const isAlone = assurance === 'SINGLE' || isFlood
    const known = operators.map((operator) => [operator, { assurance, host }] as const)
    if (!isAlone && disputed.length === 0) return known
    const doubted = isFlood ? disputed.slice(0, operatorsAtOnce) : disputed
    const turn = isAlone ? operators : []
    const proof = await prove(state, above, { doubts: { operators: doubted, unnamed: [] }, turn })
    if (proof === null && assurance === 'SINGLE') return known
    if (proof === null) throw stateFailure('schema', host, `another host disagrees about ${doubted.join()}`)
    refuse(host, lies, proof.refutation)
    lies.push(...proof.lies)
    if (isFlood && by !== null)
      lies.push({ host: by, reason: `it disagrees about ${doubted.join()} with what ${proof.host} proves` })
    const proven: Source = { assurance: 'PROVEN', host: proof.host }
    return [...known, ...(isAlone ? operators : disputed).map((operator) => [operator, proven] as const)]
  }

  const operatorsInTurn = (validators: Validators) => nextInTurn(validators, lastInTurn, perTurn)

  /** Null where nothing can be proven now. `lies`: hosts whose proofs were none, while another's are. */
  async function prove(
    state: ChainState,
    header: FullHeader,
    {
      doubts,
      turn,
      others = null,
      own = { failure: null },
    }: { doubts: Doubts; turn: readonly string[]; others?: OtherCounters | null; own?: OwnProof },
  ): Promise<{ host: string; refutation: string | null; lies: Lie[] } | null> {
    if (state.staking === null) return { host: state.source.host, refutation: null, lies: [] }
    if (state.height < firstProvable) return null
    // Where proofs were to be had before, a change is worth asking for one again.
    if (leftWithoutProof > 0 && !(hasProven && doubts.operators.length > 0)) {
      leftWithoutProof -= 1
      return null
    }
    const consensus = new Map(state.staking.validators.map((one) => [one.operatorAddress, one.consensus]))
    const wanted = {
      validators: new Map<string, ConsensusHex | null>(
        [...doubts.operators, ...turn].map((operator) => [operator, consensus.get(operator) ?? null]),
      ),
      unnamed: doubts.unnamed,
      hasSlashing: state.slashing !== null,
    }
    const lies: Lie[] = []
    try {
      const found = await pool.use(
        async (node) => {
          const judged = await judge(node, header, { state, wanted }).catch((error: unknown) => {
            if (error instanceof ChainReadError && error.kind === 'proof')
              lies.push({ host: node.host, reason: error.message })
            throw error
          })
          return { host: node.host, ...judged }
        },
        { otherThan: [state.source.host] },
      )
      hasProven ||= found.refutation === null
      waits.clear()
      const reported = (reason: string | null) =>
        reason === null ? null : `${reason}, by ${found.host}, height ${state.height}`
      const otherLie = others && reported(infosRefutation(others.infos, found))
      if (others && otherLie) lies.push({ host: others.host, reason: otherLie })
      return { host: found.host, refutation: reported(found.refutation), lies }
    } catch (error) {
      if (!(error instanceof ChainReadError)) throw error
      const isOwnFalse = lies.some(({ host }) => host === state.source.host)
      if (isOwnFalse && hasProven && doubts.operators.length > 0) own.failure = error
      unproven(doubts, error)
      if (!passing.has(error.kind)) leftWithoutProof = readsWithoutProof
      return null
    }
  }

  /** At this moment nobody proves it: rather later than by one endpoint's word. @throws NotNow */
  function unproven(doubts: Doubts, error: ChainReadError): void {
    if (waits.mustWait(doubts.operators, hasProven)) throw new NotNow(error)
  }

  async function agreed(host: string, { height }: StateRequest, state: ChainState): Promise<Source> {
    const opinion = await secondOpinion(pool, state, height)
    if (opinion.difference !== null) throw stateFailure('schema', host, opinion.difference)
    return { assurance: opinion.assurance, host }
  }

  return { read }
}

/** A proof of what differs, by the very host that gave the list, which is none, where there were some before; null: no such. */
interface OwnProof {
  failure: ChainReadError | null
}

/** Ends a read: whoever gave the lists, nobody proves them now. */
class NotNow extends Error {
  override readonly name = 'NotNow'
  readonly reason: ChainReadError

  constructor(reason: ChainReadError) {
    super(reason.message)
    this.reason = reason
  }
}

type Validators = NonNullable<ChainState['staking']>['validators']

/** Says nothing of whether there are proofs: the same question may be answered the next time. */
const passing: ReadonlySet<ChainReadError['kind']> = new Set(['timeout', 'transport', 'pruned'])

/** A state as one host says it, with the header of its height. */
interface Lists {
  state: ChainState
  header: FullHeader
}

/** What a host said that another one's answer refutes. */
interface Lie {
  host: string
  reason: string
}

/** @throws ChainReadError proof, where there is a refutation; the lie is written down. */
function refuse(host: string, lies: Lie[], refutation: string | null): void {
  if (refutation === null) return
  lies.push({ host, reason: refutation })
  throw stateFailure('proof', host, refutation)
}

/** The block below a proven one is known by its hash, and its set by the hash in it. */
function differsFromHeader({ state, header }: Lists, above: FullHeader): string | null {
  if (headerHash(header) !== above.lastBlockId.hash)
    return `its block ${header.height} is not the parent of block ${above.height}`
  const hash = setHash(state.set)
  if (hash !== null && hash !== header.validatorsHash)
    return `its validator set of height ${header.height} is not that of the block`
  return null
}

function stateFailure(kind: 'schema' | 'proof', host: string, reason: string): ChainReadError {
  return new ChainReadError({ kind, host, method: 'state', reason })
}

/** What differs from what was known waits for so many reads whose proof fails, then is taken from two hosts or one. */
const readsToWaitFor = 3
/** While every read brings another change, those that have waited are not kept waiting for the newest. */
const mostReadsInRow = 2 * readsToWaitFor
/** At one every 20 s an hour, for which a liar is left (R85): by then it may be the chain that proves in another way. */
const mostReadsAlone = 180

interface ChangeWaits {
  /**
   * One read more whose proof has failed, and whether it is to be thrown away, for the proof may come back. Where
   * nothing has ever been proven, three reads are enough for all changes together.
   */
  mustWait(operators: readonly string[], hasProven: boolean): boolean
  /** One read more whose only host proves falsely what it says; whether it is to be thrown away. */
  mustWaitAlone(): boolean
  /** Proofs are to be had, or a state was taken without: the next change waits anew. */
  clear(): void
}

/** Counts, for each operator of whom something has changed, how many reads it has waited. */
function createChangeWaits(): ChangeWaits {
  const waited = new Map<string, number>()
  let inRow = 0
  return {
    mustWaitAlone: () => inRow < mostReadsAlone,
    mustWait(operators, hasProven) {
      inRow += 1
      for (const operator of operators) waited.set(operator, (waited.get(operator) ?? 0) + 1)
      const isNew = operators.some((operator) => (waited.get(operator) ?? 0) < readsToWaitFor)
      return isNew && inRow < (hasProven ? mostReadsInRow : readsToWaitFor)
    },
    clear() {
      waited.clear()
      inRow = 0
    },
  }
}
