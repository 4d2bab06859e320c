import { createGovernanceReader } from '@roundsman/cometbft/governance-reader'
import { smallProfile } from '@roundsman/simnet/testing/small-chain'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { accompanied } from '../watch/testing/accompanied.ts'
import { createSimRig, networkId, type SimRig } from '../watch/testing/sim-rig.ts'
import { createGovernanceCompanion } from './reading/companion.ts'
import { undecided } from './testing/undecided.ts'
import { createGovernanceLog } from './reading/governance-log.ts'
import { createWatched } from './reading/watched.ts'

// The whole path on a simulated chain: what validators do on it is proven by its headers, and written.

let database: TestDatabase
let rig: SimRig

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.db.orm.execute(
    sql`TRUNCATE governance_proposal, governance_vote, governance_signal, governance_upgrade RESTART IDENTITY CASCADE`,
  )
})
afterEach(() => rig.close())
afterAll(() => database.drop())

type Script = NonNullable<NonNullable<Parameters<typeof createSimRig>[0]>['script']>

const second = 1_000
/** A block a second: votes are cast for a minute, on an expedited proposal for half of it. */
const governance = {
  depositMs: 10 * second,
  votingMs: 60 * second,
  expeditedMs: 30 * second,
  minDeposit: 100,
  proposalEveryMs: null,
  signalDelay: null,
}

/** Everybody of the set is watched. */
async function begin(script: Script, change: { signalDelay?: number } = {}) {
  rig = await createSimRig({
    database,
    script,
    profile: smallProfile({ governance: { ...governance, ...change } }, { signedBlocksWindow: 5_000 }),
  })
  const everybody = new Map([[networkId, { ids: new Set<number>(), keys: new Set<string>(), isEvery: true }]])
  const { clock } = rig
  const companion = createGovernanceCompanion({
    ...{ db: database.db, clock, createReader: createGovernanceReader },
    watched: createWatched(() => Promise.resolve(everybody), clock),
    log: createGovernanceLog(pino({ enabled: false }), new Registry(), clock),
    deciding: undecided,
  })
  return accompanied(rig, companion)
}

const rowsOf = async (statement: ReturnType<typeof sql>) => (await database.db.orm.execute(statement)).rows
const proposals = () =>
  rowsOf(sql`SELECT proposal_id::int AS id, state, is_expedited AS expedited, assurance, expedited_end IS NOT NULL AS failed
             FROM governance_proposal ORDER BY proposal_id`)
/** By place in the roster: how it voted; `-` not at all. */
async function votes(id = 1): Promise<string[]> {
  const { rows } = await database.db.orm.execute<{ address: string; vote: string }>(sql`
    SELECT d.consensus_address AS address,
           concat(coalesce(v.options->0->>'option', '-'), CASE WHEN v.is_last THEN '!' END, ' ', v.assurance) AS vote
    FROM governance_vote v JOIN governance_proposal p ON p.id = v.proposal AND p.voting_end = v.voting_end
    JOIN watch_validator d ON d.id = v.validator_id WHERE p.proposal_id = ${id}`)
  const known = new Map(rows.map(({ address, vote }) => [address, vote]))
  return rig.chain.view().chain.roster.map(({ consensusHex }) => known.get(consensusHex) ?? '?')
}

test('V10, V13: votes of a chain are proven while they are cast, and who had not voted by the last state before the count', async () => {
  const { to } = await begin([
    { at: 2, what: 'submit_proposal', title: 'Raise the limit' },
    { at: 10, what: 'vote', proposal: 1, validator: 0 },
    { at: 11, what: 'vote', proposal: 1, validator: 1, option: 'no' },
    // At the last moment.
    { at: 60, what: 'vote', proposal: 1, validator: 2, option: 'abstain' },
  ])
  await to(40)
  expect(await proposals()).toMatchObject([{ id: 1, state: 'VOTING', assurance: 'PROVEN' }])
  expect((await votes()).slice(0, 4)).toEqual(['YES PROVEN', 'NO PROVEN', '- PROVEN', '- PROVEN'])
  await to(85)
  expect((await votes()).slice(0, 4)).toEqual(['YES! PROVEN', 'NO! PROVEN', 'ABSTAIN! PROVEN', '-! PROVEN'])
  expect(await proposals()).toMatchObject([
    { id: 1, state: expect.stringMatching(/PASSED|REJECTED/) as string },
  ])
})

test('V14: an expedited one that fails goes on without its votes; one that is cancelled is over', async () => {
  const { to } = await begin([
    { at: 2, what: 'submit_proposal', title: 'Quickly', expedited: true },
    { at: 2, what: 'submit_proposal', title: 'Never mind' },
    { at: 10, what: 'vote', proposal: 1, validator: 0, option: 'no' },
    { at: 28, what: 'cancel_proposal', proposal: 2 },
  ])
  await to(25)
  expect(await proposals()).toMatchObject([
    { id: 1, state: 'VOTING', expedited: true, failed: false },
    { id: 2, state: 'VOTING' },
  ])
  await to(58)
  expect(await proposals()).toMatchObject([
    { id: 1, state: 'VOTING', expedited: false, failed: true },
    { id: 2, state: 'CANCELLED' },
  ])
  expect((await votes())[0]).toBe('- PROVEN')
})

test('V10: while nobody answers about votes nothing is said of anybody, and what was seen stays', async () => {
  const { to } = await begin([
    { at: 2, what: 'submit_proposal' },
    { at: 3, what: 'vote', proposal: 1, validator: 0 },
  ])
  await to(25)
  const before = await votes()
  expect(before.slice(0, 2)).toEqual(['YES PROVEN', '- PROVEN'])
  for (const endpoint of ['a', 'b'] as const)
    rig.setFaults(endpoint, [{ kind: 'governance_error' }, { kind: 'no_store' }])
  await to(85)
  expect(await votes()).toEqual(before)
  expect(await proposals()).toMatchObject([{ id: 1, state: 'VOTING' }])
})

test.each(['hidden_vote', 'forged_vote', 'anothers_vote'] as const)(
  'V10: beside one honest endpoint one that lies (%s) changes nothing',
  async (kind) => {
    const { to } = await begin([
      { at: 2, what: 'submit_proposal' },
      { at: 3, what: 'vote', proposal: 1, validator: 0 },
      { at: 3, what: 'vote', proposal: 1, validator: 1, option: 'no' },
    ])
    rig.setFaults(
      'a',
      [0, 1, 2, 3].map((validator) => ({ kind, validator, as: 1 })),
    )
    await to(30)
    expect((await votes()).slice(0, 4)).toEqual(['YES PROVEN', 'NO PROVEN', '- PROVEN', '- PROVEN'])
  },
)

test('V16: on a chain of signals the versions are proven, and counted by the chain', async () => {
  const { to } = await begin(
    [
      { at: 3, what: 'signal', validator: 0, version: 9 },
      { at: 3, what: 'signal', validator: 1, version: 9 },
    ],
    { signalDelay: 50 },
  )
  await to(20)
  const rows =
    await rowsOf(sql`SELECT count(*)::int AS number, version::int AS version, assurance FROM governance_signal
                                GROUP BY version, assurance ORDER BY version NULLS LAST`)
  expect(rows).toEqual([
    { number: 2, version: 9, assurance: 'PROVEN' },
    { number: expect.any(Number) as number, version: null, assurance: 'PROVEN' },
  ])
  expect(
    await rowsOf(sql`SELECT tally->>'version' AS version, tally_assurance AS known FROM governance_upgrade`),
  ).toEqual([{ version: '9', known: 'SINGLE' }])
})
