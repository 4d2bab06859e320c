import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testConfig } from '../../../testing/test-config.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createNetworks } from '../../networks/networks.public.ts'
import { countUnacknowledged } from '../record/history.store.ts'
import { begins, createFlapping, ends, type Flapping } from '../testing/flapping.ts'
import { acknowledgeAll } from '../answers/answer-alert.ts'
import { readHistory } from './read-history.ts'

const second = 1_000
const minute = 60_000
/** Shares of the window, blocks in a row, jail near, jailed, in the active set, slashed, stake. */
const [five, ten, three, oneHour, jailed, bonded, slashed, fell] = [103, 104, 112, 123, 201, 401, 521, 502]
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const all = [five, ten, three, oneHour, jailed, bonded, slashed, fell].flatMap((one) => [
  begins(one),
  ends(one),
])
const operated = (settings = all) => createFlapping(database, { EMAIL: settings })

const history = ({ ledger }: Flapping) =>
  readHistory(ledger.db, createNetworks(testConfig(database)), {
    ...{ userId: 1, networkId: 1, limit: 100, language: 'en' as const },
  })
/** Of each alert, the oldest first: its setting, and how manieth incident it is of. */
async function incidents(rig: Flapping): Promise<string[]> {
  const items = (await history(rig)).reverse()
  const known = [...new Set(items.map((one) => one.incident_id))]
  return items.map((one) => `${one.setting_id} ${known.indexOf(one.incident_id)}`)
}
const counted = ({ ledger }: Flapping) =>
  countUnacknowledged(ledger.db.orm, ledger.db.now(), { userId: 1, networkId: 1, most: 100 })
async function pass(rig: Flapping, ms: number): Promise<void> {
  await rig.ledger.clock.advance(ms)
  await rig.dispatch()
}
const now = (rig: Flapping) => rig.ledger.clock.now()
const over = (rig: Flapping, began: number) => ({ began_at: began, ended_at: now(rig) })

describe('E315: an alert says of which incident it is a step', () => {
  test('all steps of a row of missed blocks, its jailing with what came of it, and every end are one', async () => {
    const rig = await operated()
    const began = now(rig)
    for (const condition of [three, five, oneHour, ten]) {
      await rig.turn(condition, true, { began_at: began })
      await pass(rig, minute)
    }
    await rig.happen([begins(jailed), ends(bonded), begins(slashed)])
    await pass(rig, 10 * minute)
    await rig.happen([ends(jailed), begins(bonded)])
    for (const condition of [three, oneHour, five, ten]) {
      await rig.turn(condition, false, over(rig, began))
      await pass(rig, minute)
    }
    const items = await history(rig)
    expect(items).toHaveLength(13)
    expect([...new Set(items.map((one) => one.incident_id))]).toEqual([items.at(-1)?.id])
  })

  test('the next outage is another one, be the first one’s share of the window still missed; each end is of its own', async () => {
    const rig = await operated()
    const first = now(rig)
    await rig.turn(three, true, { began_at: first })
    await rig.turn(five, true, { began_at: first })
    await pass(rig, minute)
    await rig.turn(three, false, over(rig, first))
    await pass(rig, minute)
    const second = now(rig)
    await rig.turn(three, true, { began_at: second })
    await rig.turn(ten, true, { began_at: second })
    await rig.turn(ten, false, over(rig, second))
    await rig.turn(five, false, over(rig, first))
    expect(await incidents(rig)).toEqual([
      ...[`${begins(three)} 0`, `${begins(five)} 0`, `${ends(three)} 0`],
      ...[`${begins(three)} 1`, `${begins(ten)} 1`, `${ends(ten)} 1`, `${ends(five)} 0`],
    ])
  })

  test.each([
    ['the steps of one condition', [901, 902]],
    ['how far a bridge is behind, and that its height stands', [802, 811, 803]],
    ['that a vote is missing, and the vote', [1102, 1104, 1111]],
  ])('%s are one, with their ends', async (_name, conditions) => {
    const rig = await operated(conditions.flatMap((one) => [begins(one), ends(one)]))
    for (const condition of conditions) {
      await rig.turn(condition, true)
      await pass(rig, minute)
    }
    for (const condition of conditions.filter((one) => one !== 1111)) await rig.turn(condition, false)
    const items = await history(rig)
    expect(items.length).toBeGreaterThan(3)
    expect(new Set(items.map((one) => one.incident_id))).toEqual(new Set([items.at(-1)?.id]))
    // The same once more is another one.
    await rig.turn(conditions[0] ?? 0, true)
    expect((await history(rig))[0]).toMatchObject({ incident_id: (items[0]?.id ?? 0) + 1 })
  })

  test('a share of the window that single misses make grows as one, beside one that an outage made', async () => {
    const rig = await operated()
    const single = (missed: number) => ({ began_at: now(rig), consecutive_missed: missed })
    await rig.turn(five, true, single(1))
    await pass(rig, minute)
    await rig.turn(ten, true, single(2))
    await rig.turn(ten, false)
    await pass(rig, minute)
    await rig.turn(ten, true, single(400))
    expect(await incidents(rig)).toEqual([
      ...[`${begins(five)} 0`, `${begins(ten)} 0`, `${ends(ten)} 0`, `${begins(ten)} 1`],
    ])
  })

  test('what has nothing to do with it is one by itself, as is what leaves the active set without a jailing', async () => {
    const rig = await operated()
    await rig.turn(three, true, { began_at: now(rig) })
    await rig.turn(fell, true)
    await rig.happen([ends(bonded)])
    expect(await incidents(rig)).toEqual([`${begins(three)} 0`, `${begins(fell)} 1`, `${ends(bonded)} 2`])
  })
})

describe('E316: the number beside the history is of incidents', () => {
  test('one with several alerts that wait counts once, until each of them is answered', async () => {
    const rig = await operated()
    const began = now(rig)
    const first = await rig.turn(three, true, { began_at: began })
    await rig.turn(five, true, { began_at: began })
    await rig.turn(oneHour, true, { began_at: began })
    await rig.turn(fell, true)
    await rig.dispatch()
    expect(await counted(rig)).toBe(2)
    const { db } = rig.ledger
    await db.transaction((tx) => acknowledgeAll(tx, db.now(), { userId: 1, alertIds: [first], via: 'PAGE' }))
    // Jail within an hour asks anew (E341).
    expect(await counted(rig)).toBe(2)
    const { rows } = await db.orm.execute<{ id: number }>(sql`select id::int from alert order by id`)
    const alertIds = rows.slice(0, 3).map(({ id }) => id)
    await db.transaction((tx) => acknowledgeAll(tx, db.now(), { userId: 1, alertIds, via: 'PAGE' }))
    expect(await counted(rig)).toBe(1)
  })
})

describe('E317: what was over before anything about it went to its reader says so', () => {
  test('a blip that was gathered does, also once it is told; the one that was told as it went on does not', async () => {
    const rig = await operated([begins(three), ends(three)])
    for (let blip = 0; blip < 3; blip += 1) {
      const began = now(rig)
      await rig.turn(three, true, { began_at: began })
      await pass(rig, 10 * second)
      await rig.turn(three, false, over(rig, began))
      await pass(rig, 30 * second)
    }
    const untold = async () =>
      (await history(rig))
        .filter((one) => one.trigger === 'FALSE_TO_TRUE')
        .map((one) => one.is_untold ?? false)
    expect(await untold()).toEqual([true, true, false])
    await pass(rig, 70 * minute)
    expect((await rig.rows('email')).every((row) => row.startsWith('SENT'))).toBe(true)
    expect(await untold()).toEqual([true, true, false])
    expect(await counted(rig)).toBe(0)
  })

  test('what goes on awaits one, whatever was sent of it', async () => {
    const rig = await operated([begins(three)])
    await rig.turn(three, true, { began_at: now(rig) })
    expect((await history(rig)).map((one) => one.is_untold)).toEqual([undefined])
    expect(await counted(rig)).toBe(1)
  })
})

describe('E386: an incident that is over awaits no acknowledgment', () => {
  /** How many incidents count, and whether each alert says that its incident is over, the newest first. */
  const standing = async (rig: Flapping) => [
    await counted(rig),
    (await history(rig)).map((one) => one.is_over ?? false),
  ]

  test('missed blocks that are over, though a share of the window is still missed; until then each step awaits one', async () => {
    const rig = await operated()
    const began = now(rig)
    for (const condition of [three, five]) await rig.turn(condition, true, { began_at: began })
    await pass(rig, minute)
    expect(await standing(rig)).toEqual([1, [false, false]])
    await rig.turn(three, false, over(rig, began))
    expect(await standing(rig)).toEqual([0, [true, true, true]])
    // What begins again is another one.
    await rig.turn(three, true, { began_at: now(rig) })
    expect(await standing(rig)).toEqual([1, [false, true, true, true]])
  })

  test('a share of the window that single misses make is over when that is', async () => {
    const rig = await operated()
    const single = { began_at: now(rig), consecutive_missed: 1 }
    await rig.turn(five, true, single)
    await pass(rig, minute)
    expect(await standing(rig)).toEqual([1, [false]])
    await rig.turn(five, false, single)
    expect(await standing(rig)).toEqual([0, [true, true]])
  })

  test('an outage that ended in jail is over, with the slash, once its validator is out of jail, in the active set and signs', async () => {
    const rig = await operated()
    const began = now(rig)
    await rig.turn(three, true, { began_at: began })
    await rig.turn(jailed, true)
    await rig.happen([ends(bonded), begins(slashed)])
    await rig.turn(three, false, over(rig, began))
    await pass(rig, minute)
    expect(await counted(rig)).toBe(1)
    await rig.turn(jailed, false)
    expect(await counted(rig)).toBe(1)
    await rig.happen([begins(bonded)])
    expect(await counted(rig)).toBe(0)
    expect((await history(rig)).every((one) => one.is_over === true)).toBe(true)
  })

  test('a tombstone and what has no end at all await one for good', async () => {
    const rig = await operated([301, three, slashed, fell].flatMap((one) => [begins(one), ends(one)]))
    const began = now(rig)
    await rig.turn(three, true, { began_at: began })
    await rig.happen([begins(301), begins(slashed)])
    await rig.turn(three, false, over(rig, began))
    await pass(rig, minute)
    const tombstoned = await counted(rig)
    expect(tombstoned).toBeGreaterThan(0)
    await rig.happen([begins(fell)])
    expect(await counted(rig)).toBe(tombstoned + 1)
  })

  test.each([
    ['a vote that was cast', 1102],
    ['a halt', 901],
  ])('%s', async (_name, condition) => {
    const rig = await operated([begins(condition)])
    await rig.turn(condition, true)
    await pass(rig, minute)
    expect(await standing(rig)).toEqual([1, [false]])
    await rig.turn(condition, false)
    expect(await standing(rig)).toEqual([0, [true]])
  })

  test('a vote whose voting is over, though nobody looks any more whether it was cast (E376)', async () => {
    const rig = await operated([begins(1102)])
    const votingEndAt = new Date(now(rig) + 10 * minute).toISOString()
    await rig.turn(1102, true, { proposal_id: 29, voting_end_at: votingEndAt })
    expect(await standing(rig)).toEqual([1, [false]])
    await pass(rig, 11 * minute)
    expect(await standing(rig)).toEqual([0, [true]])
  })
})

test('E318: of a message that waits the history says until when', async () => {
  const rig = await operated([begins(three), ends(three)])
  const began = now(rig)
  await rig.turn(three, true, { began_at: began })
  await pass(rig, 10 * second)
  await rig.turn(three, false, over(rig, began))
  await pass(rig, 10 * second)
  await rig.turn(three, true, { began_at: now(rig) })
  await rig.dispatch()
  const [newest, ...others] = await history(rig)
  // By then it is no blip any more (E421).
  expect(newest?.deliveries.map((one) => [one.state, one.detail, one.waits_until])).toContainEqual([
    ...['QUEUED', 'comes_and_goes', new Date(now(rig) + minute).toISOString()],
  ])
  expect(others.flatMap(({ deliveries }) => deliveries).every((one) => one.waits_until === undefined)).toBe(
    true,
  )
})

describe('E319: the end of a vote or a signal that was missing is called by what became of it', () => {
  const [notVoted, notSignalled] = [1101, 1121]
  const voting = { proposal_id: 29, title: 'Raise', voting_end_at: '2026-11-21T13:00:00.000Z' }
  test.each([
    [notVoted, { ...voting, vote: [{ option: 'YES', weight: 1 }] }, 'Voted'],
    [notVoted, { ...voting, vote: null }, 'No longer has to vote'],
    [
      notVoted,
      { ...voting, vote: null, voting_end_at: '2026-11-21T12:00:00.000Z' },
      'Voting over, no vote seen',
    ],
    [notSignalled, { version: 6, has_signalled: true as const }, 'Signaled'],
    [notSignalled, { version: 6 }, 'No longer has to signal'],
  ])('%s %j: %s', async (condition, evidence, title) => {
    const rig = await operated([begins(condition), ends(condition)])
    await rig.turn(condition, false, evidence)
    const [item] = await history(rig)
    expect(item?.title).toBe(title)
    // A mute is of its beginning (P578).
    expect(item?.condition).toMatch(/^Not /)
  })
})
