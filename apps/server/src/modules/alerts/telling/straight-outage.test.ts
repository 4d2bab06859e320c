import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createFlapping, type Flapping } from '../testing/flapping.ts'
import { decidedOf, type JailingRules, settledAfter, tellOperator } from '../testing/simulated-outage.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const begins = (...conditions: number[]) => conditions.map((one) => one * 10 + 1)
interface Told {
  sms: number
  calls: number
  mails: number
}

/** Down until it is jailed, and back a minute after that. */
async function outage(rules: JailingRules): Promise<Told> {
  const missable = Math.floor((rules.window * (100 - rules.minSigned)) / 100)
  const down = settledAfter + 10
  const jailed = down + missable + 1
  const back = jailed + 4 + 60 / rules.blockSeconds
  const { now } = (await createFlapping(database, {})).ledger.clock
  const outcomes = decidedOf(
    rules,
    [
      { at: down, what: 'down', validator: 0 },
      { at: jailed, what: 'jail', validator: 0 },
      { at: back, what: 'up', validator: 0 },
      { at: back + 5, what: 'unjail', validator: 0 },
    ],
    { blocks: back + 45, firstTime: now() },
  )
  const { sms, voice, email } = (await tellOperator(database, outcomes)).sent
  return { sms: sms.length, calls: voice.length, mails: email.length }
}

describe('E322: a straight outage to jail and out of it, told as recommended to an operator', () => {
  test.each<[string, JailingRules, Told]>([
    [
      '500 of 2,000 blocks of 1 s',
      { window: 2_000, blockSeconds: 1, minSigned: 75 },
      // Out of jail and signing again within 20 seconds are one (E390).
      { sms: 3, calls: 2, mails: 4 },
    ],
    [
      '100 of 1,000 blocks of 1.5 s',
      { window: 1_000, blockSeconds: 1.5, minSigned: 90 },
      { sms: 3, calls: 2, mails: 4 },
    ],
    [
      '4,500 of 5,000 blocks of 12 s',
      { window: 5_000, blockSeconds: 12, minSigned: 10 },
      { sms: 7, calls: 4, mails: 5 },
    ],
  ])('%s', { timeout: 120_000 }, async (_name, rules, expected) => {
    expect(await outage(rules)).toEqual(expected)
  })
})

describe('E322: a later step of missed blocks', () => {
  const minute = 60_000
  /** Of 5 % of the window missed, and of 10 %: warning and critical. */
  const [five, ten] = [103, 104]

  /** Somebody who was told of one step, by SMS and call, with jail so many minutes away; null: nobody knows. */
  async function toldOf(condition: number, minutesToJail: number | null): Promise<Flapping> {
    const steps = begins(five, ten, 114, 115, 123)
    const rig = await createFlapping(database, { SMS: steps, VOICE: steps })
    await rig.turn(condition, true, figures(rig, minutesToJail))
    await rig.dispatch()
    return rig
  }
  const figures = (rig: Flapping, minutesToJail: number | null, began_at = rig.ledger.clock.now()) => ({
    began_at,
    consecutive_missed: 10,
    seconds_to_jail: minutesToJail === null ? null : minutesToJail * 60,
  })
  const messages = ({ sent }: Flapping) => [sent.sms.length, sent.voice.length]

  async function later(
    rig: Flapping,
    condition: number,
    { minutes, toJail }: { minutes: number; toJail: number | null },
    isNewRow = false,
  ): Promise<number[]> {
    const began = rig.ledger.clock.now()
    await rig.ledger.clock.advance(minutes * minute)
    await rig.turn(condition, true, figures(rig, toJail, isNewRow ? undefined : began))
    await rig.dispatch()
    return messages(rig)
  }

  test('is not told where jail is when it was told to be, and the history says so', async () => {
    const rig = await toldOf(114, 8)
    expect(await later(rig, ten, { minutes: 3, toJail: 5 })).toEqual([1, 1])
    for (const channel of ['sms', 'voice'] as const)
      expect(await rig.rows(channel)).toContain('SUPPRESSED told_already 1041')
    // What is less than a minute, or a tenth of what is left, is the same.
    expect(await later(await toldOf(114, 600), ten, { minutes: 20, toJail: 530 })).toEqual([1, 1])
    expect(await later(await toldOf(114, 600), ten, { minutes: 100, toJail: 500 })).toEqual([1, 1])
  })

  test('is told where jail has come nearer than was told, or is not known', async () => {
    expect(await later(await toldOf(114, 8), ten, { minutes: 2, toJail: 4 })).toEqual([2, 2])
    expect(await later(await toldOf(114, 600), ten, { minutes: 20, toJail: 400 })).toEqual([2, 2])
    expect(await later(await toldOf(114, null), ten, { minutes: 2, toJail: 4 })).toEqual([2, 2])
    expect(await later(await toldOf(114, 8), ten, { minutes: 2, toJail: null })).toEqual([2, 2])
  })

  test('is told where it is graver, where jail is within an hour and was not, and after half an hour or a quarter of what is left', async () => {
    expect(await later(await toldOf(five, 600), ten, { minutes: 20, toJail: 580 })).toEqual([2, 2])
    expect(await later(await toldOf(114, 70), 123, { minutes: 11, toJail: 59 })).toEqual([2, 2])
    expect(await later(await toldOf(114, 55), ten, { minutes: 29, toJail: 26 })).toEqual([1, 1])
    expect(await later(await toldOf(114, 55), ten, { minutes: 31, toJail: 24 })).toEqual([2, 2])
    expect(await later(await toldOf(114, 600), ten, { minutes: 130, toJail: 470 })).toEqual([2, 2])
  })

  test('is told of another row of missed blocks, and by a phone whose call failed', async () => {
    expect(await later(await toldOf(114, 8), ten, { minutes: 3, toJail: 5 }, true)).toEqual([2, 2])
    const rig = await toldOf(114, 8)
    await rig.ledger.test.db.orm.execute(sql`update delivery set state = 'FAILED' where channel = 'voice'`)
    expect(await later(rig, ten, { minutes: 3, toJail: 5 })).toEqual([1, 2])
  })
})
