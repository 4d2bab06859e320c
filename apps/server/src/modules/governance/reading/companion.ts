import type { NewestHeader } from '@roundsman/cometbft/block-walk'
import type { EndpointPool } from '@roundsman/cometbft/endpoint-pool'
import type { GovernanceReader, NoModule } from '@roundsman/cometbft/governance-reader'
import type { Database } from '../../../platform/db/database.ts'
import type { ChainCompanion, CompanionChain } from '../../watch/watch.public.ts'
import {
  openPeriods,
  type Reading,
  storeOpen,
  storeOutcome,
  storeSignals,
  storeTally,
  storeVotes,
} from '../governance.store.ts'
import { signalledUpgrade } from '../proposals.store.ts'
import type { GovernanceDeciding } from '../deciding/governance-deciding.ts'
import type { GovernanceLog } from './governance-log.ts'
import {
  isDone,
  type Moment,
  nextQuestion,
  type Question,
  type WatchedChain,
} from './next-question.policy.ts'
import { createRequestBudget, type RequestBudget } from './request-budget.ts'
import type { Watched } from './watched.ts'
import {
  byId,
  emptyChain,
  note,
  noteEnds,
  type Outcome,
  takeOpen,
  takeOutcome,
  watchedFrom,
} from './watched-chain.ts'

interface CompanionDeps {
  db: Pick<Database, 'orm'>
  clock: { monotonic(): number }
  createReader: (pool: EndpointPool) => GovernanceReader
  watched: Watched
  log: GovernanceLog
  /** Decides from what is read. */
  deciding: GovernanceDeciding
}

/** What this process remembers of a network, as long as it has the lease that it read it under. */
interface Memory {
  epoch: number
  fence: bigint
  pool: EndpointPool
  reader: GovernanceReader
  chain: WatchedChain
  /** Somebody has said since what is open, or that the chain has no such module. */
  hasListed: boolean
}

/** Between looks where nothing is due, so that an end is noticed soon after it. */
const idleMs = 5_000
/** Between questions, whatever the budget says. */
const pauseMs = 1_000

/**
 * Reads proposals, votes and signals of each network in the process that follows it, one question at a time. What is not
 * answered changes nothing: a vote that could not be read is one that is not known.
 */
export function createGovernanceCompanion({
  db,
  clock,
  createReader,
  watched,
  log,
  deciding,
}: CompanionDeps): ChainCompanion {
  const memories = new Map<number, Memory>()
  /** Kept beside the memories: endpoints do not rest because a lease was lost. */
  const budgets = new Map<number, RequestBudget>()

  async function memoryOf(chain: CompanionChain): Promise<Memory> {
    const { networkId, epoch, fence, pool } = chain
    const known = memories.get(networkId)
    if (known?.epoch === epoch && known.fence === fence) {
      // Other endpoints: what was found out of the old ones is not true of these.
      if (known.pool !== pool) Object.assign(known, { pool, reader: createReader(pool) })
      return known
    }
    const periods = await openPeriods(db.orm, networkId, epoch)
    const signalled = await signalledUpgrade(db.orm, { networkId, epoch })
    const memory: Memory = {
      epoch,
      fence,
      pool,
      reader: createReader(pool),
      hasListed: false,
      chain: {
        ...emptyChain(),
        periods: periods.map(watchedFrom),
        versions: new Map(signalled?.versions),
      },
    }
    memories.set(networkId, memory)
    return memory
  }

  function budgetOf(networkId: number): RequestBudget {
    const budget = budgets.get(networkId) ?? createRequestBudget(clock.monotonic())
    budgets.set(networkId, budget)
    return budget
  }

  async function look(chain: CompanionChain): Promise<number> {
    const { newest, networkId } = chain
    if (newest === null || newest.header.height < 3 || chain.model.row.hasStaking === false) return idleMs
    const memory = await memoryOf(chain)
    noteEnds(memory.chain, chain, newest, clock.monotonic())
    const question = nextQuestion(memory.chain, await momentOf(chain, newest))
    const now = clock.monotonic()
    memory.chain.periods = memory.chain.periods.filter((period) => !isDone(period, now))
    const budget = budgetOf(networkId)
    const wait = question === null ? idleMs : budget.wait(question.requests, now)
    if (question === null || wait > 0) {
      await decide(memory, chain, newest, false)
      return Math.min(wait, idleMs)
    }
    budget.spend(question.requests, now)
    const outcome = await ask(memory, chain, { newest, question, now })
    if (outcome === 'LOST') memories.delete(networkId)
    else note(memory.chain, question, outcome, clock.monotonic())
    log.asked(networkId, question.kind, outcome)
    if (outcome === 'LOST') return pauseMs
    if (question.kind === 'proposals' && outcome !== 'UNKNOWN') memory.hasListed = true
    await decide(memory, chain, newest, outcome === 'KNOWN' && question.kind !== 'tally')
    return pauseMs
  }

  async function decide(
    { chain: known, hasListed }: Memory,
    chain: CompanionChain,
    newest: NewestHeader,
    isRead: boolean,
  ): Promise<void> {
    const done = await deciding.decide({ chain, known, newest, hasListed }, isRead)
    if (done === 'LOST') memories.delete(chain.networkId)
  }

  async function momentOf({ networkId, model }: CompanionChain, newest: NewestHeader): Promise<Moment> {
    const active = model.records.flatMap(({ id, operatorAddress, power, removedAt }) =>
      id !== null && operatorAddress !== null && power > 0n && removedAt === null
        ? [{ id, operatorAddress }]
        : [],
    )
    return {
      now: clock.monotonic(),
      chainNow: newest.header.time,
      active,
      watched: await watched.among(networkId, active),
      appVersion: Number(newest.header.version.app),
    }
  }

  return {
    name: 'governance',
    look,
    saw(chain, newest) {
      const memory = memories.get(chain.networkId)
      if (memory?.epoch === chain.epoch) noteEnds(memory.chain, chain, newest, clock.monotonic())
    },
    left(networkId) {
      memories.delete(networkId)
      budgets.delete(networkId)
      deciding.left(networkId)
      log.left(networkId)
    },
  }
}

/** @param now when it is asked, of the clock that never jumps */
function ask(
  { reader, chain: known }: Memory,
  chain: CompanionChain,
  { newest, question, now }: { newest: NewestHeader; question: Question; now: number },
): Promise<Outcome> {
  const height = newest.header.height - 1
  const request = { height, newest }
  const reading = (at: number): Reading => ({
    ...{ networkId: chain.networkId, epoch: chain.epoch, height: at },
    at: chain.timeOf(at) ?? newest.header.time,
    readAt: chain.databaseNow(),
    bondedTokens: chain.model.row.bondedTokens,
  })
  const stored = async (work: Parameters<CompanionChain['write']>[0]): Promise<Outcome> =>
    (await chain.write(work)) ? 'KNOWN' : 'LOST'
  switch (question.kind) {
    case 'proposals':
      return answered(reader.proposals(request), async (open) => {
        let periods: Awaited<ReturnType<typeof openPeriods>> = []
        const outcome = await stored(async (tx) => {
          await storeOpen(tx, reading(open.height), open)
          periods = await openPeriods(tx, chain.networkId, chain.epoch)
        })
        if (outcome === 'KNOWN') takeOpen(known, periods, new Set(open.proposals.map(({ id }) => id)))
        return outcome
      })
    case 'votes': {
      const { period, voters, isLast } = question
      const last = isLast && typeof period.last === 'object' ? period.last : null
      const asked = {
        ...(last ?? request),
        proposalId: period.proposalId,
        operators: voters.map(({ operatorAddress }) => operatorAddress),
      }
      return answered(reader.votes(asked), async (answer) => {
        // Of another period than the one that is asked about: it has just gone on without its votes.
        if (answer.votingEndAt !== period.votingEnd) return 'UNKNOWN'
        const votes = byId(voters, answer.votes)
        for (const { id } of voters) period.looks.set(id, { at: now, isKnown: votes.has(id) })
        if (votes.size === 0) return 'UNKNOWN'
        const found = { period, votes, isLast }
        const outcome = await stored((tx) => storeVotes(tx, reading(answer.height), found))
        if (outcome === 'KNOWN')
          for (const [id, { options }] of votes) period.votes.set(id, { hasVoted: options !== null, isLast })
        return outcome
      })
    }
    case 'outcome': {
      const { proposalId } = question.period
      return answered(reader.outcome({ ...request, proposalId }), async (outcome) => {
        const done = await stored((tx) => storeOutcome(tx, reading(outcome.height), { proposalId, outcome }))
        if (done === 'KNOWN') takeOutcome(question.period, outcome.proposal?.status ?? null)
        return done
      })
    }
    case 'tally': {
      const { period } = question
      return answered(reader.tally({ ...request, proposalId: period.proposalId }), (tally) =>
        stored((tx) => storeTally(tx, reading(tally.height), { period, tally })),
      )
    }
    case 'signals': {
      const { voters, version } = question
      const operators = voters.map(({ operatorAddress }) => operatorAddress)
      return answered(reader.signals({ ...request, operators, version }), async (answer) => {
        const signals = byId(voters, answer.signals)
        const outcome = await stored((tx) => storeSignals(tx, reading(answer.height), { ...answer, signals }))
        if (outcome === 'KNOWN') for (const [id, one] of signals) known.versions.set(id, one.version)
        return outcome
      })
    }
  }
}

async function answered<T extends object>(
  answer: Promise<T | NoModule | null>,
  take: (answer: T) => Promise<Outcome>,
): Promise<Outcome> {
  const given = await answer
  if (given === null) return 'UNKNOWN'
  return given === 'NO_MODULE' ? 'NO_MODULE' : take(given)
}
