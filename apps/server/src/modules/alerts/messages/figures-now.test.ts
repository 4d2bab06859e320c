import { smallProfile } from '@roundsman/simnet/testing/small-chain'
import type { AlertAnswerView } from '@roundsman/contract/alerts/alert-actions'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { withClock } from '../../../testing/with-clock.ts'
import type { Message } from '../../notifications/notifications.public.ts'
import { createSimRig, type SimRig } from '../../watch/testing/sim-rig.ts'
import { createAlertRig, reportedAlerts, subscribe } from '../testing/alert-rig.ts'
import { type AgedAlert, findAlerts } from '../record/history.store.ts'
import { areOnTheirWayBack } from '../telling/stale.ts'
import { createAlertAnswers } from '../answers/answer-alert.ts'
import { createComposer } from './compose.ts'
import { createFiguresNow } from './figures-now.ts'

const missedThree = 1121
const email = 'ada@example.org'
let database: TestDatabase
let rig: SimRig
let db: Database
let userId: number

beforeAll(async () => {
  database = await createTestDatabase()
  // The database's clock goes on with the one that the test moves, which began at the next whole bucket of charts.
  let aheadMs = 0
  db = withClock(database.db, { now: () => rig.clock.now() - aheadMs })
  rig = await createSimRig({
    database: { ...database, db },
    profile: smallProfile({}, { signedBlocksWindow: 2_000 }),
    participants: [createAlertRig(db).participant],
    script: [
      { at: 20, what: 'moniker', validator: 5, moniker: 'Ada' },
      { at: 40, what: 'down', validator: 5, blocks: 200 },
      { at: 260, what: 'down', validator: 5, blocks: 200 },
      { at: 400, what: 'jail', validator: 5 },
    ],
  })
  await subscribe(database.db, { email, settings: [missedThree] })
  const { rows } = await db.orm.execute<{ id: number }>(sql`select id from user_account`)
  userId = rows[0]?.id ?? 0
  const { rows: times } = await database.db.orm.execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  aheadMs = rig.clock.now() - (times[0]?.ms ?? 0)
  await rig.to(46)
})
afterAll(async () => {
  await rig.close()
  await database.drop()
})

const figures = () => {
  const bridges = { readings: async () => undefined }
  return createFiguresNow(db, { views: rig.views, bridges, clock: rig.clock })
}
async function newestAlert(): Promise<number> {
  const found = (await reportedAlerts(database.db)).at(-1)
  if (!found) throw new Error('no alert')
  return found.id
}

/** What would be sent now by a channel, in one line. */
async function saidBy(channel: string): Promise<string> {
  const compose = createComposer(db, { byId: () => rig.network }, figures())
  const of = { channel, recipient: email, userId, language: 'en' as const, createdAt: new Date(0) }
  const references = [String(await newestAlert())] as const
  const composed = await compose({
    ...of,
    references,
    hasWaited: false,
    waitedBeside: null,
    isRepeated: false,
  })
  if (composed === null || typeof composed === 'string' || !('paragraphs' in composed))
    throw new Error('no message')
  const { subject, paragraphs }: Message = composed
  return [subject, ...paragraphs].join(' | ').replaceAll('\u00a0', ' ')
}

/** What the link of its message shows now. */
async function shown(): Promise<AlertAnswerView['alerts'][number]> {
  const answers = createAlertAnswers(db, { byId: () => rig.network }, rig.clock, figures())
  const references = [String(await newestAlert())]
  const of = { id: 1, purpose: 'alert' as const, kind: 'alert', channel: 'email', references, userId }
  const view = await answers.view({ ...of, createdAt: new Date(0) }, 1_000)
  const [one] = view?.alerts ?? []
  if (!one) throw new Error('nothing is shown')
  return one
}
const secondsUntil = (time: string | null | undefined) =>
  time == null ? null : (Date.parse(time) - rig.clock.now()) / 1_000

// In the order in which it happens.
describe.sequential('what is said of a validator that misses blocks, later than its alert', () => {
  test('E220: at once it has the figures of the alert', async () => {
    const { rows } = await db.orm.execute<{ missed: number }>(
      sql`select (evidence ->> 'consecutive_missed')::int as missed from alert`,
    )
    expect(await saidBy('email')).toMatch(
      new RegExp(`3\\d min .*Missed ${rows[0]?.missed} of the last 2,000 blocks\\.`),
    )
  })

  const blocks = /Missed (?<missed>\d+) of the last 2,000 blocks\. Block (?<block>\d+)[,.]/
  test.each([
    ['sms', /^ \| Critical: Ada, Test: jail in about 2\d min \(\d\d:\d\d UTC\)\. /],
    ['voice', /Critical\. \| Ada, Test: jail in about 2\d minutes if it keeps missing\. /],
    ['email', /^\[Critical\] Ada, Test: jail in about 2\d min.* \| Ada on Test: jail in about 2\d min /],
    ['telegram', /^\[Critical\] Ada, Test: jail in about 2\d min.* \| Ada on Test: jail in about 2\d min /],
  ])('E244 E329: by %s it has the figures of its sending, and their block', async (channel, text) => {
    await rig.to(220)
    const said = await saidBy(channel)
    expect(said).toMatch(text)
    // A phone has no room for them.
    if (channel === 'sms' || channel === 'voice') return
    const { missed, block } = blocks.exec(said)?.groups ?? {}
    expect(Number(missed)).toBeGreaterThan(160)
    expect(Number(block) - Number(missed)).toBe(39)
  })

  test('E246: its link shows what it misses now, as of which block, and when it is jailed', async () => {
    const { counts, now, jailed, says, what } = await shown()
    // In the words that were told (P973), of which the page counts down what is left.
    expect([counts, what, jailed]).toEqual(['JAIL', expect.stringMatching(/^jail in about \d\d.min/), null])
    const missed = (now?.height ?? 0) - 39
    expect(now).toMatchObject({ in_a_row: missed, missed_blocks: missed, window: 2_000 })
    expect(missed).toBeGreaterThan(160)
    expect(secondsUntil(now?.jail_at)).toBeGreaterThan(1_600)
    expect(now?.jail_at_most).toBe(now?.jail_at)
    // The page counts it down.
    expect(says.join(' ')).not.toMatch(/jail/i)
  })

  test('E246 E425: once it signs again the link says so, and no time until jail; and what is told has all the blocks of the outage', async () => {
    await rig.to(246)
    const { status, now } = await shown()
    expect([status, now]).toMatchObject(['ONGOING', { in_a_row: 0, missed_blocks: 200, jail_at: null }])
    expect(await saidBy('email')).toMatch(
      /^\[Info\] Ada, Test: 200 blocks missed, signing again \| Ada on Test: 200 blocks missed, signing again\./,
    )
  })

  test('E431: nobody is called for the first time about what signs again by then, but where it was observed a while ago', async () => {
    const [found] = await findAlerts(db.orm, db.now(), [await newestAlert()])
    if (!found) throw new Error('no alert')
    const isWaitedFor = (...alerts: AgedAlert[]) => areOnTheirWayBack(db.orm, alerts)
    expect(await isWaitedFor({ ...found, ageMs: 20_000 })).toBe(true)
    // One that misses every other block rings all the same.
    expect(await isWaitedFor({ ...found, ageMs: 45_000 })).toBe(false)
    // So does what is told with another thing.
    expect(await isWaitedFor({ ...found, ageMs: 20_000 }, { ...found, ageMs: 20_000, settingId: 2011 })).toBe(
      false,
    )
    expect(await isWaitedFor()).toBe(false)
  })

  test('E415: of a share of the window it is what is missed now while it signs again, and nothing is left until jail', async () => {
    const [found] = await findAlerts(db.orm, db.now(), [await newestAlert()])
    if (!found) throw new Error('no alert')
    const share = { ...found, settingId: 1031 }
    expect((await figures().of([share])).get(share.id)).toMatchObject({
      evidence: {
        consecutive_missed: 0,
        missed_blocks: 200,
        signed_blocks_window: 2_000,
        seconds_to_jail: null,
      },
    })
  })

  test('E379: missed blocks that are over have the figures of the row that goes on now, for whom it is known that one does', async () => {
    await rig.to(270)
    const [first] = await reportedAlerts(database.db)
    const [found] = await findAlerts(db.orm, db.now(), [first?.id ?? 0])
    if (!found) throw new Error('no alert')
    const over = { ...found, endedAt: new Date(rig.clock.now()) }
    expect((await figures().of([over])).get(over.id)).toBeUndefined()
    const later = (await figures().of([over], new Set([over.id]))).get(over.id)
    if (later === undefined || typeof later === 'string') throw new Error(String(later))
    expect(later.evidence.consecutive_missed).toBeLessThan(20)
    expect(later.evidence.seconds_to_jail).toBeGreaterThan(60)
    const { rows } = await db.orm.execute<{ at: number }>(sql`
      select (state -> 'misses' -> 'streak' ->> 'at')::float8 as at from alert_target where key = ${`validator:${over.validatorId}`}`)
    expect(later.evidence.began_at).toBe(rows[0]?.at)
  })

  test('E244, E246, E381: what nobody knows any more is as of the newest block that was read, and says so', async () => {
    await rig.to(270)
    const newest = rig.views.of(rig.network.blockchain_id)?.model()?.ring.newest() ?? 0
    for (const one of ['a', 'b'] as const) rig.setFaults(one, [{ kind: 'http_500' }])
    for (let minutes = 0; minutes < 6; minutes += 1) await rig.poll(60_000)
    await rig.writer.tick(false)
    expect(await saidBy('email')).toMatch(/Block \d+\. As of Nov .*: nothing newer is known\./)
    const { block } = /Block (?<block>\d+)\./.exec(await saidBy('email'))?.groups ?? {}
    expect(Number(block)).toBe(newest)
    const { status, now, says } = await shown()
    expect([status, now]).toEqual(['UNKNOWN', null])
    expect(says.join(' ').replaceAll('\u00a0', ' ')).toMatch(
      /As of Nov .*: nothing newer is known\. Jail in at least 2\d min if it keeps missing\./,
    )
  })

  test('E246: in jail by now, it says since when, and from when it can be unjailed', async () => {
    for (const one of ['a', 'b'] as const) rig.setFaults(one, [])
    await rig.poll(60_000)
    const { jailed, now, says, advice } = await shown()
    const at = rig.chain.shownAt(400)
    expect(Math.abs(Date.parse(jailed?.at ?? '') - at)).toBeLessThan(5_000)
    expect(Date.parse(jailed?.until ?? '')).toBeGreaterThan(at)
    // What to do is that of a jailing, too.
    expect(advice[0]).toMatch(/^Fix what made it miss blocks/)
    expect([now, jailed?.forever, says.join(' ').match(/jail|As of/i)]).toEqual([null, false, null])
  })
})
