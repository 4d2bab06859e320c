import type { Outcome } from '@roundsman/alerting/deciding'
import { smallProfile } from '@roundsman/simnet/testing/small-chain'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createSimRig, networkId, type SimRig } from '../../watch/testing/sim-rig.ts'
import type { Participant } from '../../watch/watch.public.ts'
import { createDecider } from './decider.ts'
import { createDecidingLog } from './deciding-log.ts'
import { createAlertRig, subscribe, reportedAlerts } from '../testing/alert-rig.ts'
import { undecidedNetworks } from './state.store.ts'

let database: TestDatabase
let rig: SimRig
let metrics: Registry
let lines: Record<string, unknown>[]
/** Outcomes that cannot be written: the database refuses. */
let isPoison: (outcome: Outcome) => boolean
/** SQLSTATE of that; null: a division by zero. */
let refusal: string | null
/** A rule of this validator throws. */
let brokenId: number | null

const [jailed, missedThree] = [2011, 1121]
const roomy = smallProfile({}, { signedBlocksWindow: 1_000 })

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  isPoison = () => false
  refusal = null
  brokenId = null
  lines = []
  metrics = new Registry()
  await database.db.orm.execute(
    sql`truncate user_account, alert_entry, alert_recipient, delivery restart identity cascade`,
  )
})
afterEach(() => rig.close())
afterAll(() => database.drop())

/** The decider as it is, on a database that refuses some of what it writes and readings that throw. */
function createParticipant(): Participant {
  const clock = { monotonic: () => rig.clock.monotonic() }
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const { raise } = createAlertRig(database.db)
  const decider = createDecider({
    clock,
    log: createDecidingLog(log, metrics, clock),
    async raise(tx, id, outcomes, state) {
      if (outcomes.some(isPoison)) await tx.execute(refusal === null ? sql`select 1 / 0` : raising(refusal))
      await raise(tx, id, outcomes, state)
    },
  })
  return {
    ...decider,
    commit: (tx, change) =>
      decider.commit(tx, {
        ...change,
        heights: change.heights.map((height) => ({ ...height, values: () => height.values().map(orBroken) })),
        present: { ...change.present, values: () => change.present.values().map(orBroken) },
      }),
  }
}

/** Fails as whatever has this SQLSTATE does. */
const raising = (state: string) =>
  sql.raw(`do $$ begin raise exception 'refused' using errcode = '${state}'; end $$`)

function orBroken<V extends { id: number | null }>(value: V | null): V | null {
  if (value === null || brokenId === null || value.id !== brokenId) return value
  return Object.defineProperty({ ...value }, 'consecutiveMissed', {
    get() {
      throw new TypeError('broken')
    },
  })
}

async function open(script: NonNullable<Parameters<typeof createSimRig>[0]>['script']): Promise<void> {
  rig = await createSimRig({
    database,
    profile: roomy,
    script: script ?? [],
    participants: [createParticipant()],
  })
  await rig.to(12)
  await subscribe(database.db, { email: 'all@example.org', settings: [jailed, missedThree] })
}
/** To a height whatever fails meanwhile, as the loop that follows would. */
async function onTo(height: number): Promise<void> {
  for (let tries = 0; tries < 4; tries += 1) {
    const failed = await rig.to(height).then(
      () => false,
      () => true,
    )
    if (!failed) return
  }
}
const heightKept = async () => (await rig.view()).status(rig.clock.monotonic()).height
const idOf = async (validator: number) => {
  const address = rig.chain.view().chain.roster[validator]?.consensusHex
  return (await rig.view()).validators().find((one) => one.consensus_address === address)?.id ?? null
}
const settings = async () =>
  (await reportedAlerts(database.db)).map(({ setting, height }) => [setting, height])
const figure = async (name: string) => {
  const found = (await metrics.metrics()).split('\n').filter((line) => line.startsWith(name))
  return found.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}
const down = (at: number, validator: number) => ({ at, what: 'down' as const, validator, blocks: 5 })

test('E46: a broken rule stops neither the others nor the network, and is logged once and counted', async () => {
  await open([down(20, 1), down(20, 3)])
  brokenId = await idOf(1)
  expect(brokenId).not.toBeNull()
  await rig.to(40)
  expect(await settings()).toEqual([[missedThree, 22]])
  expect(await heightKept()).toBe(40)
  const ofThree = lines.filter(({ condition }) => condition === 112)
  expect(ofThree).toMatchObject([{ network: networkId, condition: 112, target: `validator:${brokenId}` }])
  expect(await figure('roundsman_alert_rule_failures_total{network="9",condition="112"}')).toBeGreaterThan(5)
  expect(await figure('roundsman_alert_conditions_unknown{network="9"}')).toBeGreaterThan(0)
  expect(await figure('roundsman_alert_deciding_seconds_count')).toBeGreaterThan(10)
  expect(await figure('roundsman_alerts_decided_total')).toBeGreaterThan(0)
})

test('E47: an alert that cannot be written takes no other one with it', async () => {
  await open([down(20, 1), down(20, 3), down(30, 4)])
  const poison = await idOf(1)
  isPoison = ({ target }) => target.id === poison
  await onTo(50)
  expect(await heightKept()).toBe(50)
  expect(await settings()).toEqual([
    [missedThree, 22],
    [missedThree, 32],
  ])
  expect(lines.filter(({ occurrence }) => occurrence !== undefined).length).toBeGreaterThan(0)
  expect(await figure('roundsman_alerts_dropped_total')).toBeGreaterThan(0)
})

test('E48: where nothing can be written the network is still watched, and what happened is reported as soon as it can be', async () => {
  await open([{ at: 25, what: 'jail', validator: 2 }])
  isPoison = () => true
  await onTo(32)
  expect(await heightKept()).toBe(32)
  expect(await settings()).toEqual([])
  expect(await figure('roundsman_alert_deciding_failures_total')).toBeGreaterThan(1)
  expect(lines.filter(({ msg }) => String(msg).includes('could not be decided'))).toHaveLength(1)
  isPoison = () => false
  await rig.to(40)
  expect(await settings()).toEqual([[jailed, 25]])
})

test('E48: it is a trouble of the site after a minute, and what alone cannot be written is left out then', async () => {
  await open([down(20, 1), down(60, 3)])
  const poison = await idOf(1)
  isPoison = ({ target }) => target.id === poison
  await onTo(24)
  expect(await undecidedNetworks(database.db.orm, 60_000)).toEqual([])
  expect(await undecidedNetworks(database.db.orm, 1_000)).toEqual([networkId])
  expect(await heightKept()).toBe(24)
  await onTo(80)
  expect(await settings()).toEqual([[missedThree, 62]])
  expect(await undecidedNetworks(database.db.orm, 1_000)).toEqual([])
})

// No room on the disk, none on its log's, only to be read.
test.each(['53100', '58030', '25006'])(
  'E48: while the database takes nothing of anybody (SQLSTATE %s) no block is kept, and all of them are decided afterwards',
  async (state) => {
    refusal = state
    await open([down(20, 1), down(60, 3)])
    isPoison = () => true
    await onTo(100)
    expect(await heightKept()).toBeLessThan(23)
    isPoison = () => false
    await onTo(104)
    expect(await settings()).toEqual([
      [missedThree, 22],
      [missedThree, 62],
    ])
    expect(await figure('roundsman_alerts_dropped_total')).toBe(0)
  },
)

test('E48: where it is too slow for each of them nothing is left out, however long that lasts', async () => {
  refusal = '57014'
  await open([down(20, 1), down(60, 3)])
  isPoison = () => true
  // More than a minute, in which alerts of one validator begin, and later those of another.
  await onTo(100)
  expect(await heightKept()).toBe(100)
  expect(await settings()).toEqual([])
  expect(await undecidedNetworks(database.db.orm, 1_000)).toEqual([networkId])
  isPoison = () => false
  await rig.to(104)
  expect(await figure('roundsman_alerts_dropped_total')).toBe(0)
  expect(await undecidedNetworks(database.db.orm, 1_000)).toEqual([])
})

test('E48: one that a database is too slow for, where it is not for the others, is left out after a minute', async () => {
  refusal = '57014'
  await open([down(20, 1), down(60, 3)])
  const poison = await idOf(1)
  isPoison = ({ target }) => target.id === poison
  await onTo(80)
  expect(await settings()).toEqual([[missedThree, 62]])
})
