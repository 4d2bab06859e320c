import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { afterSettling as after, begins, createFlapping, ends, type Flapping } from '../testing/flapping.ts'

/** Three missed in a row, jail within 6 h and within 1 h, jailed. */
const [three, sixHours, oneHour, jailed] = [112, 122, 123, 201]
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** As recommended to an operator: a call for all that leads to jail. */
async function operated(): Promise<Flapping> {
  const called = [three, sixHours, oneHour, jailed].map(begins)
  return createFlapping(database, { SMS: [...called, ends(three)], VOICE: called })
}

/** Blocks are missed, and jail is so far away. */
async function misses(rig: Flapping, conditions: readonly number[], minutesToJail: number): Promise<void> {
  const evidence = { consecutive_missed: 4, seconds_to_jail: minutesToJail * 60 }
  for (const condition of conditions) await rig.turn(condition, true, evidence)
  await rig.dispatch()
}
async function signs(rig: Flapping, conditions: readonly number[]): Promise<void> {
  for (const condition of conditions) await rig.turn(condition, false)
  await rig.dispatch()
}
const settingsOf = (messages: Flapping['sent']['sms']) =>
  messages.map(({ about }) => about.map(({ settingId }) => settingId))

test('E305: a blip is muted by key 2, it ends and others come, unheard; then an outage brings jail near, and rings', async () => {
  const rig = await operated()
  await misses(rig, [three, sixHours], 200)
  expect(rig.sent.voice).toHaveLength(1)
  const begun = rig.sent.sms.length
  await rig.pressTwo()
  await signs(rig, [three, sixHours])
  // Its end is told (E321).
  const before = begun + 1
  for (let blips = 0; blips < 3; blips += 1) {
    await after(rig, 5)
    await misses(rig, [three, sixHours], 200)
    await after(rig, 1)
    await signs(rig, [three, sixHours])
  }
  expect([rig.sent.voice.length, rig.sent.sms.length]).toEqual([1, before])

  await misses(rig, [three, sixHours], 70)
  await after(rig, 10)
  expect([rig.sent.voice.length, rig.sent.sms.length]).toEqual([1, before])
  await misses(rig, [oneHour], 59)
  expect(settingsOf(rig.sent.voice.slice(1))).toEqual([[begins(oneHour)]])
  expect(settingsOf(rig.sent.sms.slice(before))).toEqual([[begins(oneHour)]])
  await after(rig, 2)
  await rig.turn(jailed, true)
  await rig.dispatch()
  expect(settingsOf(rig.sent.voice.slice(2))).toEqual([[begins(jailed)]])
})

test('E305: where every blip brings jail within an hour, those that follow a mute wait as what comes and goes; what stays rings', async () => {
  const rig = await operated()
  const all = [three, sixHours, oneHour]
  await misses(rig, all, 50)
  await after(rig, 0.5)
  const calls = rig.sent.voice.length
  await rig.pressTwo()
  await signs(rig, all)
  for (let blips = 0; blips < 3; blips += 1) {
    await after(rig, 2)
    await misses(rig, all, 50)
    await after(rig, 0.5)
    await signs(rig, all)
  }
  expect(rig.sent.voice).toHaveLength(calls)
  await after(rig, 2)
  await misses(rig, all, 50)
  await after(rig, 5.5)
  expect(settingsOf(rig.sent.voice.slice(calls))).toEqual([[begins(oneHour)]])
})

test('E306: what began while it was muted and goes on when that ends is told then, once; what has ended is not', async () => {
  const rig = await operated()
  await misses(rig, [three, sixHours], 300)
  const calls = rig.sent.voice.length
  await rig.pressTwo()
  await signs(rig, [three, sixHours])
  await after(rig, 20)
  const messages = rig.sent.sms.length
  expect(settingsOf(rig.sent.sms).at(-1)).toEqual([ends(three)])
  await misses(rig, [three], 300)
  await after(rig, 39.5)
  expect([rig.sent.voice.length, rig.sent.sms.length]).toEqual([calls, messages])
  await after(rig, 1)
  expect(settingsOf(rig.sent.voice.slice(calls))).toEqual([[begins(three)]])
  expect(settingsOf(rig.sent.sms.slice(messages))).toEqual([[begins(three)]])
  await after(rig, 10)
  expect(rig.sent.voice).toHaveLength(calls + 1)
  expect(await rig.rows('sms')).not.toContain(`SUPPRESSED muted ${begins(three)}`)
  await signs(rig, [three])
  expect(settingsOf(rig.sent.sms.slice(messages + 1))).toEqual([[ends(three)]])

  // One that is over by then.
  await after(rig, 70)
  await misses(rig, [three], 300)
  await rig.pressTwo()
  await signs(rig, [three])
  await after(rig, 20)
  await misses(rig, [three], 300)
  await after(rig, 5)
  await signs(rig, [three])
  const told = [rig.sent.voice.length, rig.sent.sms.length]
  await after(rig, 60)
  expect([rig.sent.voice.length, rig.sent.sms.length]).toEqual(told)
})

test('E306: what another message has said since, jail within an hour, is not told again when the mute ends', async () => {
  const rig = await operated()
  await misses(rig, [three, sixHours], 300)
  await rig.pressTwo()
  await signs(rig, [three, sixHours])
  await after(rig, 10)
  await misses(rig, [three, sixHours], 70)
  await after(rig, 15)
  await misses(rig, [oneHour], 55)
  const told = [rig.sent.voice.length, rig.sent.sms.length]
  await after(rig, 40)
  expect([rig.sent.voice.length, rig.sent.sms.length]).toEqual(told)
})
