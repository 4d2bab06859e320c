import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../../testing/manual-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { ChainCompanion } from '../../watch/watch.public.ts'
import { day, someProposal, start, yes } from '../testing/some-proposal.ts'
import { createVotingChain, type VotingChain } from '../testing/voting-chain.ts'
import { createGovernanceCompanion } from './companion.ts'
import { undecided } from '../testing/undecided.ts'
import { createGovernanceLog } from './governance-log.ts'
import { createWatched, type WatchedValidators } from './watched.ts'

const minute = 60_000
const hour = 60 * minute
const names = ['ada', 'bob', 'cem']
const ids = [1, 2, 3]
let database: TestDatabase
let clock: ManualClock
let chain: VotingChain
let companion: ChainCompanion
let metrics: Registry
let lines: { level: number; question?: string; msg: string }[]
let watched: Map<number, WatchedValidators>
let readings: number

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.db.orm.execute(
    sql`TRUNCATE governance_proposal, governance_vote, governance_signal, governance_upgrade RESTART IDENTITY CASCADE`,
  )
  clock = createManualClock()
  chain = createVotingChain(clock, database, names, ids)
  chain.proposals = [someProposal()]
  watched = new Map([[1, { ids: new Set(ids), keys: new Set(), isEvery: false }]])
  readings = 0
  lines = []
  begin()
})
afterAll(() => database.drop())

/** Another process, or the same after a restart. */
function begin(): void {
  metrics = new Registry()
  const log = pino(
    { level: 'info' },
    { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]) },
  )
  companion = createGovernanceCompanion({
    db: database.db,
    clock,
    createReader: () => chain.reader,
    watched: createWatched(() => {
      readings += 1
      return Promise.resolve(watched)
    }, clock),
    log: createGovernanceLog(log, metrics, clock),
    deciding: undecided,
  })
}

/** Looks as its loop would, and shows it each block, for so long. */
async function run(ms: number): Promise<void> {
  const until = clock.monotonic() + ms
  let next = clock.monotonic()
  for (;;) {
    companion.saw?.(chain.now(), chain.newest())
    if (clock.monotonic() >= next) next = clock.monotonic() + (await companion.look(chain.now()))
    if (clock.monotonic() >= until) return
    await clock.advance(1_000)
  }
}

const rowsOf = async (statement: ReturnType<typeof sql>) => (await database.db.orm.execute(statement)).rows
const votes = () =>
  rowsOf(sql`SELECT validator_id AS id, options IS NOT NULL AS voted, seen_height::int AS seen, is_last AS last
             FROM governance_vote ORDER BY voting_end, validator_id`)
const states = () => rowsOf(sql`SELECT proposal_id::int AS id, state FROM governance_proposal ORDER BY id`)
const kinds = () => chain.asked.map(({ kind }) => kind)
const looks = () => chain.asked.filter(({ kind }) => kind === 'votes')

test('V10: what is open, who has voted, and what the votes come to is read and written beside following', async () => {
  chain.votes.set('ada', yes)
  await run(10_000)
  expect(kinds().slice(0, 4)).toEqual(['proposals', 'votes', 'tally', 'signals'])
  expect(await states()).toEqual([{ id: 7, state: 'VOTING' }])
  expect(await votes()).toMatchObject([
    { id: 1, voted: true, last: false },
    { id: 2, voted: false },
    { id: 3, voted: false },
  ])
  expect(await rowsOf(sql`SELECT turnout FROM governance_proposal`)).toEqual([{ turnout: 0.4 }])
})

test('V10: nothing is written of what is not answered, and it is asked again after a pause that grows', async () => {
  chain.silent.add('votes')
  await run(20 * minute)
  expect(await votes()).toEqual([])
  const pauses = looks().map(({ at }, index, all) => at - (all[index - 1]?.at ?? at))
  expect(pauses.slice(1, 6).map((pause) => Math.round(pause / 30_000))).toEqual([1, 2, 4, 8, 16])
  chain.silent.clear()
  await run(11 * minute)
  expect(await votes()).toHaveLength(3)
})

test('V10: who is left out of an answer stays unknown, and is asked about again a minute later', async () => {
  chain.silent.add('bob')
  await run(30_000)
  expect(await votes()).toMatchObject([{ id: 1 }, { id: 3 }])
  chain.silent.clear()
  await run(minute)
  expect(await votes()).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }])
})

test('V10: trouble is logged once, and its end', async () => {
  chain.silent.add('proposals')
  await run(hour)
  expect(lines).toMatchObject([{ level: 40, question: 'proposals' }])
  chain.silent.clear()
  await run(11 * minute)
  expect(lines).toMatchObject([{ level: 40 }, { level: 30, question: 'proposals' }])
})

test('V11: votes of those in the active set are looked for whom somebody watches, as of five minutes ago at most', async () => {
  watched = new Map([[1, { ids: new Set([2, 99]), keys: new Set(['cem', 'elsewhere']), isEvery: false }]])
  await run(30_000)
  expect(looks().map(({ voters }) => voters)).toEqual(['bob cem'])
  watched = new Map([[1, { ids: new Set(), keys: new Set(), isEvery: true }]])
  await run(5 * minute)
  expect(looks().map(({ voters }) => voters)).toEqual(['bob cem', 'ada'])
  expect(readings).toBe(2)
  watched = new Map()
  chain.asked = []
  await run(hour)
  expect(looks().filter(({ at }) => at > 6 * minute)).toEqual([])
})

test('V13: before an end the state that its votes are counted from is asked for, proven by the header above it', async () => {
  chain.proposals = [someProposal({ votingEndAt: start + 20 * minute })]
  await run(19 * minute)
  chain.votes.set('cem', yes)
  await run(minute)
  const ended = { ...someProposal({ votingEndAt: start + 20 * minute }), status: 'PASSED' as const }
  chain.proposals = [ended]
  await run(30_000)
  // A block a second from height 100: the end is at 1300.
  expect(looks().at(-1)).toMatchObject({ height: 1_299, isProven: true, voters: 'ada bob cem' })
  expect(await votes()).toEqual([
    { id: 1, voted: false, seen: 1_299, last: true },
    { id: 2, voted: false, seen: 1_299, last: true },
    { id: 3, voted: true, seen: 1_299, last: true },
  ])
  expect(await states()).toEqual([{ id: 7, state: 'PASSED' }])
  chain.asked = []
  await run(hour)
  expect(looks()).toEqual([])
})

test('V13: a process that begins after the end asks for that state by what others have kept of it', async () => {
  chain.proposals = [someProposal({ votingEndAt: start + 20 * minute })]
  await run(10 * minute)
  await clock.advance(10 * minute + 5_000)
  chain.proposals = [{ ...someProposal({ votingEndAt: start + 20 * minute }), status: 'REJECTED' }]
  begin()
  await run(30_000)
  expect(looks().at(-1)).toMatchObject({ height: 1_299, isProven: false })
  expect(await votes()).toMatchObject([{ last: true }, { last: true }, { last: true }])
})

test('V13: where nobody knows at which height that was, who has not voted stays unknown', async () => {
  chain.proposals = [someProposal({ votingEndAt: start + 20 * minute })]
  await run(10 * minute)
  await clock.advance(15 * minute)
  for (let height = 1_000; height < 1_500; height += 1) chain.unknown.add(height)
  chain.proposals = [{ ...someProposal({ votingEndAt: start + 20 * minute }), status: 'REJECTED' }]
  begin()
  await run(hour)
  expect(await votes()).toMatchObject([{ last: false }, { last: false }, { last: false }])
  expect(await states()).toEqual([{ id: 7, state: 'REJECTED' }])
})

test('V14: an expedited one that fails goes on: its votes are looked for anew, and the old ones are kept', async () => {
  const expedited = someProposal({ isExpedited: true, votingEndAt: start + 20 * minute })
  chain.proposals = [expedited]
  chain.votes.set('ada', yes)
  await run(20 * minute - 1_000)
  await run(2_000)
  chain.votes.clear()
  chain.proposals = [someProposal()]
  await run(2 * minute)
  expect(await votes()).toMatchObject([
    { id: 1, voted: true },
    { id: 2, voted: false },
    { id: 3, voted: false },
    { id: 1, voted: false, last: false },
    { id: 2, voted: false, last: false },
    { id: 3, voted: false, last: false },
  ])
  expect(await states()).toEqual([{ id: 7, state: 'VOTING' }])
})

test('V14: one that the list does not have any more is asked for; the chain has it no more: cancelled', async () => {
  await run(minute)
  chain.proposals = []
  chain.silent.add('outcome')
  await run(5 * minute)
  expect(await states()).toEqual([{ id: 7, state: 'VOTING' }])
  chain.silent.clear()
  await run(5 * minute)
  expect(await states()).toEqual([{ id: 7, state: 'CANCELLED' }])
})

test('V15: what is read under a lease that was lost is not written, and what was remembered is void', async () => {
  await run(30_000)
  chain.isHeld = false
  chain.votes.set('ada', yes)
  await run(5 * minute)
  expect(await votes()).toMatchObject([{ voted: false }, { voted: false }, { voted: false }])
  chain.isHeld = true
  chain.fence = 2n
  await run(minute)
  expect(await votes()).toMatchObject([{ voted: true }, { voted: false }, { voted: false }])
})

test('V16: what validators signal is read of the whole active set, and the tally of the version that most matters', async () => {
  chain.hasSignal = true
  watched = new Map()
  chain.signals.set('bob', 4)
  await run(minute)
  expect(
    await rowsOf(sql`SELECT validator_id AS id, version::int AS version FROM governance_signal ORDER BY id`),
  ).toEqual([
    { id: 1, version: null },
    { id: 2, version: 4 },
    { id: 3, version: null },
  ])
  expect(await rowsOf(sql`SELECT tally FROM governance_upgrade`)).toEqual([
    { tally: { version: 4, power: '6', threshold: '9', total: '10' } },
  ])
})

test('V16: a chain without x/signal is asked for it every ten minutes, by one key', async () => {
  await run(hour)
  const asked = chain.asked.filter(({ kind }) => kind === 'signals')
  expect(asked.map(({ voters }) => voters)).toEqual(['ada', 'bob', 'cem', 'ada', 'bob', 'cem'])
})

test('V17: reads are counted by outcome, and the list of open proposals has an age', async () => {
  chain.silent.add('tally')
  await run(10_000)
  const text = await metrics.metrics()
  expect(text).toContain('roundsman_governance_reads_total{network="1",question="votes",outcome="known"} 1')
  expect(text).toContain('roundsman_governance_reads_total{network="1",question="tally",outcome="unknown"} 1')
  expect(text).toContain(
    'roundsman_governance_reads_total{network="1",question="signals",outcome="no_module"} 1',
  )
  expect(text).toContain('roundsman_governance_age_seconds{network="1"} 10')
  companion.left?.(1)
  expect(await metrics.metrics()).not.toContain('age_seconds{')
})

test('V12: a hundred validators and three proposals cost a request a second at most, and nobody is left out', async () => {
  const many = Array.from({ length: 100 }, (_, index) => `v${index}`)
  chain = createVotingChain(
    clock,
    database,
    many,
    many.map((_, index) => index + 1),
  )
  chain.proposals = [1, 2, 3].map((id) => someProposal({ id, votingEndAt: start + id * day }))
  watched = new Map([[1, { ids: new Set(), keys: new Set(), isEvery: true }]])
  begin()
  await run(hour)
  const requests = chain.asked.reduce((sum, { kind, voters }) => {
    if (kind === 'votes') return sum + (voters?.split(' ').length ?? 0) + 1
    return sum + (kind === 'proposals' ? 10 : kind === 'tally' ? 2 : kind === 'signals' ? 4 : 1)
  }, 0)
  expect(requests).toBeLessThanOrEqual(3_600 + 20)
  expect(await votes()).toHaveLength(300)
})
