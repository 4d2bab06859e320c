import { createGovernanceReader } from '@roundsman/cometbft/governance-reader'
import { smallProfile } from '@roundsman/simnet/testing/small-chain'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createGovernanceDecider } from '../../alerts/deciding/governance-decider.ts'
import { createAlertRig, subscribe } from '../../alerts/testing/alert-rig.ts'
import { accompanied } from '../../watch/testing/accompanied.ts'
import { createSimRig, networkId, type SimRig } from '../../watch/testing/sim-rig.ts'
import { createGovernanceCompanion } from '../reading/companion.ts'
import { createGovernanceLog } from '../reading/governance-log.ts'
import { createWatched } from '../reading/watched.ts'
import { createGovernanceDeciding } from './governance-deciding.ts'

// The whole path on a simulated chain, from what validators do on it to the message: a block a second, votes for three minutes.

let database: TestDatabase
let rig: SimRig

const second = 1_000
const governance = {
  ...{ depositMs: 10 * second, votingMs: 180 * second, expeditedMs: 90 * second, minDeposit: 100 },
  ...{ proposalEveryMs: null, signalDelay: null },
}
const steps = [11_011, 11_021, 11_031, 11_041]

beforeAll(async () => {
  database = await createTestDatabase()
  rig = await createSimRig({
    database,
    profile: smallProfile({ governance }, { signedBlocksWindow: 5_000 }),
    script: [
      { at: 8, what: 'submit_proposal', title: 'Quickly', expedited: true },
      { at: 60, what: 'vote', proposal: 1, validator: 0, option: 'no' },
      ...[0, 1, 2, 3].map((validator) => ({ at: 140, what: 'vote' as const, proposal: 1, validator })),
    ],
  })
})
afterAll(async () => {
  await rig.close()
  await database.drop()
})

async function told(): Promise<string[]> {
  const { rows } = await database.db.orm.execute<{ line: string }>(sql`
    SELECT concat_ws(' ', a.setting_id, a.target_name, a.evidence->'vote'->0->>'option', a.evidence->>'assurance',
                     CASE WHEN (a.evidence->>'is_expedited')::bool THEN 'expedited' END) AS line
    FROM alert a ORDER BY a.id`)
  return rows.map(({ line }) => line)
}

test('V20, V22, V23: an expedited proposal fails with one vote, goes on without it, and passes', async () => {
  const { clock } = rig
  const { raise } = createAlertRig(database.db)
  const log = createGovernanceLog(pino({ enabled: false }), new Registry(), clock)
  const dropped = () => undefined
  const alerts = createGovernanceDecider({ raise, log: { dropped } })
  const everybody = new Map([[networkId, { ids: new Set<number>(), keys: new Set<string>(), isEvery: true }]])
  const companion = createGovernanceCompanion({
    ...{ db: database.db, clock, createReader: createGovernanceReader, log },
    watched: createWatched(() => Promise.resolve(everybody), clock),
    deciding: createGovernanceDeciding({
      db: database.db,
      alerts,
      networks: { byId: () => null },
      clock,
      log,
    }),
  })
  const { to } = accompanied(rig, companion)
  await to(5)
  // Somebody watches two of them, and what becomes of proposals.
  const { rows } = await database.db.orm.execute<{ key: string; address: string; name: string }>(sql`
    SELECT operator_address AS key, consensus_address AS address, moniker AS name FROM watch_validator`)
  const keyOf = (place: number) =>
    rows.find(({ address }) => address === rig.chain.view().chain.roster[place]?.consensusHex)
  const [first, fifth] = [keyOf(0), keyOf(4)]
  const email = 'a@example.org'
  await subscribe(database.db, { email, networkId, settings: [10_011, 10_111, 10_121] })
  for (const one of [first, fifth])
    await subscribe(database.db, {
      ...{ email, networkId, validatorKey: one?.key ?? null },
      settings: [...steps, ...steps.map((id) => id + 1), 11_111],
    })
  await to(92)
  expect((await told()).toSorted()).toEqual(
    [
      '10011 PROVEN expedited',
      ...steps.map((id) => `${id} ${fifth?.name} PROVEN expedited`),
      ...steps.map((id) => `${id} ${first?.name} PROVEN expedited`),
      ...steps.map((id) => `${id + 1} ${first?.name} NO PROVEN expedited`),
      `11111 ${first?.name} NO PROVEN expedited`,
    ].toSorted(),
  )
  const before = (await told()).length
  await to(125)
  // It goes on: both have not voted, once more.
  expect(
    (await told())
      .slice(before)
      .filter((line) => !line.includes('expedited'))
      .toSorted(),
  ).toEqual(
    [
      '10011 PROVEN',
      ...[first, fifth].flatMap((one) => steps.map((id) => `${id} ${one?.name} PROVEN`)),
    ].toSorted(),
  )
  await to(215)
  const lines = await told()
  expect(lines.filter((line) => line.startsWith('10111'))).toEqual(['10111 PROVEN'])
  expect(lines.filter((line) => line.startsWith('11111'))).toEqual([
    `11111 ${first?.name} NO PROVEN expedited`,
    `11111 ${first?.name} YES PROVEN`,
  ])
  // Whatever had begun is over.
  for (const id of steps)
    expect(lines.filter((line) => line.startsWith(`${id} `)).length).toBe(
      lines.filter((line) => line.startsWith(`${id + 1} `)).length,
    )
  const { rows: mailed } = await database.db.orm.execute<{ twice: number; all: number }>(sql`
    SELECT count(*)::int - count(DISTINCT reference)::int AS twice, count(DISTINCT reference)::int AS all FROM (
      SELECT reference FROM delivery UNION ALL SELECT reference FROM delivery_also) mailed`)
  expect(mailed).toEqual([{ twice: 0, all: lines.length }])
})
