import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import {
  after,
  begins,
  channels,
  createFlapping,
  ends,
  type Flapping,
  type SentMessage,
} from '../testing/flapping.ts'
import { acknowledge } from '../record/history.store.ts'
import { onMs, overMs, troubleMs } from './recurring.policy.ts'

const minute = 60_000
/** Three missed in a row (WARNING), ten (CRITICAL), 5 % of the window. */
const [three, ten, share] = [112, 114, 103]
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** What each message was about, by the settings. */
const about = (messages: readonly SentMessage[]) =>
  messages.map((one) => one.about.map(({ settingId }) => settingId))

async function flapping(conditions: readonly number[] = [three]): Promise<Flapping> {
  const both = conditions.flatMap((one) => [begins(one), ends(one)])
  return createFlapping(database, { EMAIL: both, SMS: both, VOICE: conditions.map(begins) })
}

/** It begins or ends now, and what follows is sent. */
async function turn(rig: Flapping, condition: number, isOn: boolean): Promise<void> {
  await rig.turn(condition, isOn)
  await rig.dispatch()
}

/** It begins, goes on for so many minutes, and ends. */
async function comeAndGo(rig: Flapping, condition: number, minutes: number): Promise<void> {
  await turn(rig, condition, true)
  await after(rig, minutes)
  await turn(rig, condition, false)
}

describe('E251 E252: what comes and goes', () => {
  test('E251: the first time and its end are told at once; what comes and goes after that in one message, and programs get all', async () => {
    const rig = await flapping()
    await comeAndGo(rig, three, 2)
    expect(about(rig.sent.email)).toEqual([[begins(three)], [ends(three)]])
    for (let times = 0; times < 4; times += 1) {
      await after(rig, 3)
      await comeAndGo(rig, three, 2)
    }
    expect(about(rig.sent.email)).toHaveLength(2)
    expect(await rig.rows('email')).toContain(
      `QUEUED comes_and_goes ${Array.from({ length: 4 }, () => [begins(three), ends(three)])
        .flat()
        .join()}`,
    )
    await after(rig, 60)
    expect(about(rig.sent.email).slice(2)).toEqual([
      Array.from({ length: 4 }, () => [begins(three), ends(three)]).flat(),
    ])
    expect(rig.sent.email[2]?.text).toContain('That was the 5th time since Nov 21, 12:00 UTC.')
    expect(rig.sent.sms).toHaveLength(3)
    expect(rig.sent.voice).toHaveLength(1)
    expect(rig.sent.webhook).toHaveLength(10)
  })

  test('E251: what began again and goes on for five minutes is told, with how often it came', async () => {
    const rig = await flapping()
    await comeAndGo(rig, three, 2)
    await after(rig, 1)
    await turn(rig, three, true)
    await after(rig, 4.5)
    expect(rig.sent.email).toHaveLength(2)
    await after(rig, 1)
    expect(about(rig.sent.email)[2]).toEqual([begins(three)])
    expect(rig.sent.email[2]?.text).toContain('For the 2nd time since Nov 21, 12:00 UTC.')
    await turn(rig, three, false)
    await after(rig, 14)
    expect(rig.sent.email).toHaveLength(3)
    await after(rig, 2)
    expect(about(rig.sent.email)[3]).toEqual([ends(three)])
  })

  test('E346: a blip that was gathered is not told any more once a graver step has told that it misses again', async () => {
    const rig = await flapping([three, ten])
    await comeAndGo(rig, three, 0.5)
    await after(rig, 1)
    await comeAndGo(rig, three, 0.5)
    await after(rig, 1)
    const began_at = rig.ledger.clock.now()
    await rig.turn(three, true, { consecutive_missed: 3, began_at })
    await rig.dispatch()
    await rig.turn(ten, true, { consecutive_missed: 10, began_at })
    await rig.dispatch()
    for (const channel of ['email', 'sms'] as const)
      expect([channel, about(rig.sent[channel]).slice(2)]).toEqual([channel, [[begins(ten)]]])
    await after(rig, 90)
    for (const channel of ['email', 'sms'] as const) {
      expect([channel, rig.sent[channel].slice(3).map(({ text }) => text)]).toEqual([channel, []])
      const unsent = (await rig.rows(channel)).filter((row) => !row.startsWith('SENT'))
      expect([channel, unsent]).toEqual([channel, expect.arrayContaining([expect.any(String)])])
      expect(unsent.filter((row) => !row.startsWith('SUPPRESSED told_already'))).toEqual([])
    }
  })

  test('E252: a phone rings once in an hour for what comes and goes, once more for what then stays', async () => {
    const rig = await flapping([ten])
    for (let times = 0; times < 8; times += 1) {
      await comeAndGo(rig, ten, 3)
      await after(rig, 3)
    }
    expect(rig.sent.voice).toHaveLength(1)
    await turn(rig, ten, true)
    await after(rig, 6)
    expect(about(rig.sent.voice).slice(1)).toEqual([[begins(ten)]])
    await turn(rig, ten, false)
    await after(rig, 2)
    await turn(rig, ten, true)
    await after(rig, 3.5)
    expect(rig.sent.voice).toHaveLength(2)
    // An hour after the first of these two, and it stays.
    await after(rig, 2)
    expect(rig.sent.voice).toHaveLength(3)
  })

  test('E252: its hour begins when it rings, however long after it was due: a process may die with it', async () => {
    const rig = await flapping([ten])
    await rig.turn(ten, true)
    await rig.die()
    await after(rig, 3)
    const [first] = rig.sent.voice
    expect(first).toBeDefined()
    for (const minutes of [6, 40]) {
      await turn(rig, ten, false)
      await after(rig, 1)
      await turn(rig, ten, true)
      await after(rig, minutes)
    }
    expect(rig.sent.voice).toHaveLength(2)
    await after(rig, 15)
    expect(rig.sent.voice).toHaveLength(3)
    expect((rig.sent.voice[2]?.atMs ?? 0) - (first?.atMs ?? 0)).toBe(60 * minute)
  })

  test('D278: a call that waits since it comes and goes does not wait on once that is over', async () => {
    const rig = await flapping([three, ten])
    const lastCall = async () => (await rig.rows('voice')).at(-1)
    for (const isOn of [true, false, true]) {
      await turn(rig, ten, isOn)
      await after(rig, 1)
    }
    expect(await lastCall()).toBe(`QUEUED comes_and_goes ${begins(ten)}`)
    await turn(rig, ten, false)
    expect(await lastCall()).toMatch(/^SUPPRESSED /)
    // It is called about for the first time.
    await turn(rig, three, true)
    await after(rig, 1)
    expect(rig.sent.voice).toHaveLength(2)
    for (const [condition, isOn] of [
      [three, false],
      [ten, true],
      [three, true],
    ] as const) {
      await turn(rig, condition, isOn)
      await after(rig, 1)
    }
    // Of two that wait as one call it waits as long as one goes on.
    const both = `QUEUED comes_and_goes ${begins(ten)},${begins(three)}`
    expect(await lastCall()).toBe(both)
    await turn(rig, ten, false)
    expect(await lastCall()).toBe(both)
    await turn(rig, three, false)
    expect(await lastCall()).toMatch(/^SUPPRESSED /)
    await after(rig, 70)
    expect(rig.sent.voice).toHaveLength(2)
  })

  test('E251: what is graver, or for the first time, is told at once with all that waits of it', async () => {
    const rig = await flapping([three, ten])
    await comeAndGo(rig, three, 2)
    await after(rig, 2)
    await turn(rig, three, true)
    expect(rig.sent.email).toHaveLength(2)
    await after(rig, 1)
    await turn(rig, ten, true)
    expect(about(rig.sent.email)[2]).toEqual([begins(ten)])
    expect(about(rig.sent.voice).at(-1)).toEqual([begins(ten)])
  })

  test('E251: a quarter of an hour from jail nothing waits', async () => {
    const rig = await flapping()
    await comeAndGo(rig, three, 1)
    await after(rig, 1)
    const near = { consecutive_missed: 3, seconds_to_jail: 14 * 60 }
    await rig.turn(three, true, near)
    await rig.dispatch()
    expect(about(rig.sent.email)[2]).toEqual([begins(three)])
    expect(rig.sent.voice).toHaveLength(2)
  })

  test('E251 E252: on a short window, where jail is never far by time, blips ring once; what has brought it near waits no longer', async () => {
    await database.db.orm.execute(sql`
      insert into watch_network (network_id, epoch, seq) values (1, 1, 1) on conflict do nothing`)
    const minSigned = (share: string | null) =>
      database.db.orm.execute(sql`update watch_network set min_signed_per_window = ${share}`)
    await minSigned('0.500000000000000000')
    /** Of 300 blocks of 2 s 150 may be missed. */
    const missing = (missed: number) => ({
      ...{ missed_blocks: missed, signed_blocks_window: 300, consecutive_missed: 4 },
      seconds_to_jail: (151 - missed) * 2,
    })
    const rig = await flapping([ten])
    for (const missed of [4, 8, 12, 16, 20]) {
      await rig.turn(ten, true, missing(missed))
      await after(rig, 0.5)
      await turn(rig, ten, false)
      await after(rig, 0.5)
    }
    expect([rig.sent.voice.length, rig.sent.sms.length, rig.sent.email.length]).toEqual([1, 2, 2])
    // It goes on: told after a quarter of the four minutes that were left, and not first after five.
    await rig.turn(ten, true, missing(30))
    await after(rig, 1)
    expect([rig.sent.voice.length, rig.sent.sms.length, rig.sent.email.length]).toEqual([1, 2, 2])
    await after(rig, 0.5)
    expect([rig.sent.voice.length, rig.sent.sms.length, rig.sent.email.length]).toEqual([2, 3, 3])
    await turn(rig, ten, false)
    await after(rig, 1)
    await rig.turn(ten, true, missing(76))
    await rig.dispatch()
    expect([rig.sent.voice.length, rig.sent.sms.length, rig.sent.email.length]).toEqual([3, 4, 4])
    await minSigned(null)
  })

  test('E301: the end of what its reader has acknowledged is told at once, with what waits of it', async () => {
    const rig = await flapping([ten])
    const told = () => [rig.sent.email.length, rig.sent.sms.length, rig.sent.voice.length]
    const acknowledged = async (alert: number) => {
      const by = { userId: 1, alertIds: [alert], via: 'CALL' } as const
      expect(await rig.ledger.db.transaction((tx) => acknowledge(tx, rig.ledger.db.now(), by))).toBe(1)
    }
    await comeAndGo(rig, ten, 2)
    await after(rig, 2)
    const again = await rig.turn(ten, true)
    await after(rig, 6)
    expect(told()).toEqual([3, 3, 2])
    await acknowledged(again)
    await turn(rig, ten, false)
    expect(told()).toEqual([4, 4, 2])
    expect(about(rig.sent.sms).at(-1)).toEqual([ends(ten)])
    // What comes after that nobody has acknowledged: it waits, and so does its end.
    await after(rig, 2)
    await comeAndGo(rig, ten, 2)
    await after(rig, 2)
    expect(told()).toEqual([4, 4, 2])
    // Acknowledged on a page, while its message waited; and it has begun again since.
    await acknowledged(await rig.turn(ten, true))
    await rig.dispatch()
    await rig.turn(ten, false)
    await turn(rig, ten, true)
    expect(told()).toEqual([4, 4, 2])
    await turn(rig, ten, false)
    await acknowledged(await rig.turn(ten, true))
    await rig.dispatch()
    await turn(rig, ten, false)
    expect(told()).toEqual([5, 5, 2])
    const gathered = Array.from({ length: 4 }, () => [begins(ten), ends(ten)]).flat()
    expect(about(rig.sent.email).at(-1)).toEqual(gathered)
    await after(rig, 70)
    expect(told()).toEqual([5, 5, 2])
  })

  test('E314: how often it came is the same by every channel and step, of the beginning and the end', async () => {
    const both = (condition: number) => [begins(condition), ends(condition)]
    const rig = await createFlapping(database, { EMAIL: both(ten), SMS: both(three) })
    for (const conditions of [[three], [three, ten], [three, ten]]) {
      const beganAt = rig.ledger.clock.now()
      for (const condition of conditions) await rig.turn(condition, true, { began_at: beganAt })
      await rig.dispatch()
      await after(rig, 6)
      for (const condition of conditions) await rig.turn(condition, false, { began_at: beganAt })
      await after(rig, 4)
    }
    await after(rig, 12)
    const counts = (messages: readonly SentMessage[]) =>
      messages.flatMap(
        ({ text }) => /(\d)(?:nd|rd) time since (?:Nov 21, )?([\d:]+)/.exec(text)?.slice(1) ?? [],
      )
    expect(counts(rig.sent.sms)).toEqual(['2', '12:00', '3', '12:00'])
    // The first outage of ten in a row is the second one.
    expect(counts(rig.sent.email)).toEqual(['2', '12:00', '2', '12:00', '3', '12:00', '3', '12:00'])
  })

  test('E277: of what waits together, what its reader mutes meanwhile is taken out, and the others are told', async () => {
    const rig = await flapping([three, share])
    for (const condition of [three, share]) {
      await turn(rig, condition, true)
      await turn(rig, condition, false)
    }
    await after(rig, 2)
    for (const condition of [three, share]) {
      await rig.turn(condition, true)
      await rig.turn(condition, false)
    }
    await after(rig, 1)
    const again = [begins(three), ends(three), begins(share), ends(share)]
    expect(await rig.rows('email')).toContain(`QUEUED comes_and_goes ${again.join()}`)
    const toldBefore = rig.sent.email.length
    await after(rig, 30)
    await rig.mute(three)
    await after(rig, 31)
    expect(about(rig.sent.email).slice(toldBefore)).toEqual([[begins(share), ends(share)]])
    expect(await rig.rows('email')).toEqual(
      expect.arrayContaining([`SUPPRESSED muted ${begins(three)}`, `SUPPRESSED muted ${ends(three)}`]),
    )
  })

  test('E251: whoever wants no ends is told with what began that it is over, and that it goes on each time', async () => {
    const rig = await createFlapping(database, { EMAIL: [7021] })
    for (let times = 0; times < 3; times += 1) {
      await comeAndGo(rig, 702, 2)
      await after(rig, 2)
    }
    await after(rig, 60)
    expect(about(rig.sent.email)).toEqual([[7021], [7021, 7021]])
    expect(rig.sent.email[1]?.text).toContain('Over by now.')
    expect(rig.sent.email[1]?.text).toContain('That was the 3rd time since Nov 21, 12:00 UTC.')
  })
})

/** What happens in each minute of some hours: which conditions turn, and whether a process dies. */
const hours = fc
  .record({
    /** How likely a turn is, in hundredths: now and then, or all the time. */
    often: fc.constantFrom(4, 12, 35),
    steps: fc.array(fc.record({ turns: fc.tuple(fc.nat(99), fc.nat(99)), dies: fc.nat(60) }), {
      minLength: 80,
      maxLength: 100,
    }),
  })
  .map(({ often, steps }) =>
    steps.map(({ turns, dies }) => ({ turns: turns.map((one) => one < often), dies: dies === 0 })),
  )

test('E251 E252: whatever comes and goes, and whenever a process dies, each contact knows how it stands within its bound', async () => {
  const property = fc.asyncProperty(hours, async (steps) => {
    const conditions = [ten, share]
    const rig = await flapping(conditions)
    const { clock } = rig.ledger
    const stands = conditions.map(() => ({ isOn: false, sinceMs: clock.now() }))
    // A lease of a minute, that it is seen to be over, and a look each minute.
    const slack = 3 * minute
    const diedAt: number[] = []
    for (const { turns, dies } of steps) {
      await clock.advance(minute)
      for (const [index, condition] of conditions.entries()) {
        const known = stands[index]
        if (turns[index] !== true || known === undefined) continue
        known.isOn = !known.isOn
        known.sinceMs = clock.now()
        await rig.turn(condition, known.isOn)
      }
      if (dies) {
        diedAt.push(clock.now())
        await rig.die()
      }
      await rig.dispatch()
      for (const [index, condition] of conditions.entries()) {
        const { isOn, sinceMs } = stands[index] ?? { isOn: false, sinceMs: 0 }
        const forMs = clock.now() - sinceMs
        for (const name of ['email', 'sms'] as const) {
          const told = rig.sent[name]
            .flatMap((message) => message.about)
            .filter(({ settingId }) => Math.floor(settingId / 10) === condition)
            .reduce((last, one) => (one.alertId > last.alertId ? one : last), { alertId: 0, settingId: 0 })
          const isToldOn = told.settingId % 10 === 1
          if (isOn && forMs > onMs + slack) expect(isToldOn).toBe(true)
          if (!isOn && forMs > overMs + slack) expect(isToldOn).toBe(false)
        }
        const calls = rig.sent.voice
          .filter(({ about: of }) => of.some(({ settingId }) => settingId === begins(condition)))
          .map(({ atMs }) => atMs)
        const lately = clock.now() - troubleMs
        if (isOn && forMs > onMs + slack)
          expect(calls.some((at) => at >= sinceMs || at >= lately - slack)).toBe(true)
        // With what is told for the first time all else of its message is.
        const alone = rig.sent.voice.filter(
          ({ atMs, about: of }) =>
            atMs > lately && of.every(({ settingId }) => settingId === begins(condition)),
        )
        // What a dead process may have called about is called about again, since nobody knows whether it has.
        const deaths = diedAt.filter((at) => at > lately - slack).length
        expect(alone.length).toBeLessThanOrEqual(2 + deaths)
      }
    }
    // What another message of that instant has told waits for the end of the hour that begins with it.
    for (let passes = 0; passes < 2; passes += 1) {
      await clock.advance(2 * troubleMs)
      await rig.dispatch()
      await clock.advance(2 * minute)
      await rig.dispatch()
    }
    const { rows } = await rig.ledger.db.orm.execute<{ left: number }>(
      `select count(*)::int as left from delivery where state in ('QUEUED', 'SENDING', 'FAILED')`,
    )
    expect(rows).toEqual([{ left: 0 }])
    // Nothing is lost: each alert was told by mail, or later ones of the same were by then (E346).
    const { rows: all } = await rig.ledger.db.orm.execute<{ id: number; settingId: number }>(
      'select id::int, setting_id as "settingId" from alert',
    )
    const mailed = rig.sent.email.flatMap(({ about: of }) => of)
    const isToldOrOver = ({ id, settingId }: { id: number; settingId: number }) =>
      mailed.some(
        (one) =>
          one.alertId === id ||
          (one.alertId > id && Math.floor(one.settingId / 10) === Math.floor(settingId / 10)),
      )
    expect(all.filter((one) => !isToldOrOver(one))).toEqual([])
    const programs = rig.sent.webhook.flatMap(({ about: of }) => of.map(({ alertId }) => alertId))
    expect(new Set(programs).size).toBe(all.length)
  })
  // A mail of the very instant of an end did not say that it was over, and was taken for one that did.
  await fc.assert(property, { seed: -230358957, path: '1', numRuns: 1, endOnFailure: true })
  await fc.assert(property, { numRuns: 2, endOnFailure: true })
}, 600_000)

test('E251: channels that it is tried on are those that wait, and one for programs', () => {
  expect(channels).toEqual(['email', 'sms', 'voice', 'webhook'])
})
