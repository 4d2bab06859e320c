import type { Validator } from '@roundsman/contract/networks/validators'
import { spokenIn } from '@roundsman/phone/twilio/twilio-request'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testNetwork } from '../../../testing/test-catalogue.ts'
import { type Caller, type Calling, createCalling } from '../testing/calling.ts'
import { createCallWords } from './call-words.ts'

/** Of 10 % of the window missed. */
const share = 1041
const missedThree = 1121
const minute = 60_000
let rig: Calling
beforeAll(async () => {
  rig = await createCalling()
})
afterAll(() => rig.close())

/** Whether three blocks in a row count as missed, and since when; the share is still above the line. */
async function decided({ validator }: Caller, is: 0 | 1, since: number): Promise<void> {
  const { orm } = rig.site.platform.db
  const state = {
    conditions: { 104: { is: 1, since: 0, reported: 1 }, 112: { is, since, reported: 1 } },
    ...(is === 0 && { clean: { plus: 0, from: 100, at: since } }),
  }
  await orm.execute(sql`
    insert into alert_network (network_id, head) values (1, '{"epoch": 1, "blindSince": null}')
    on conflict (network_id) do update set head = excluded.head`)
  await orm.execute(sql`
    insert into alert_target (network_id, key, state) values (1, ${`validator:${validator}`}, ${JSON.stringify(state)}::jsonb)
    on conflict (network_id, key) do update set state = excluded.state`)
}
const happenedAt = Date.UTC(2026, 10, 21, 12, 30, 5)
const inARow = { consecutive_missed: 201, missed_blocks: 201, signed_blocks_window: 2_000 }

/** Ten blocks were signed: it is decided, and nobody wants to be told of that end. */
async function signsAgain(who: Caller): Promise<void> {
  await decided(who, 0, happenedAt + minute)
  await rig.end(missedThree, who)
}

async function ringing() {
  const who = await rig.subscriber([share], ['VOICE'])
  await decided(who, 1, happenedAt - minute)
  const alert = await rig.raise(share, who, 'CRITICAL', { ...inARow, began_at: happenedAt - minute })
  await rig.called(who.phone, 1)
  await rig.until(alert, ['voice SENT'])
  return { ...who, alert }
}

describe('E413: once the outage is over that made a share of the window', () => {
  test('a call that nobody took stops waiting to be made again, and nothing ended', async () => {
    const who = await ringing()
    await rig.twilio.report(rig.call(who.phone).sid, 'busy')
    await rig.until(who.alert, ['voice QUEUED'])
    await signsAgain(who)
    // Well before the two minutes.
    await rig.until(who.alert, ['voice SUPPRESSED'])
    expect(rig.taken('Calls', who.phone)).toHaveLength(1)
    const { rows } = await rig.site.platform.db.orm.execute(
      sql`select ended_at from alert where id = ${who.alert}`,
    )
    expect(rows).toEqual([{ ended_at: null }])
  })

  test('a call that is taken and hung up is heard', async () => {
    const who = await ringing()
    await signsAgain(who)
    await rig.twilio.report(rig.call(who.phone).sid, 'completed')
    await rig.until(who.alert, ['voice DELIVERED'])
    await rig.site.clock.advance(10 * minute)
    expect(rig.taken('Calls', who.phone)).toHaveLength(1)
  })

  test('none is begun, also when it misses blocks again: that is another outage, which rings by itself', async () => {
    const who = await rig.subscriber([share, missedThree], ['VOICE'])
    await decided(who, 1, happenedAt + minute)
    const alert = await rig.raise(share, who, 'CRITICAL', inARow)
    await rig.until(alert, ['voice SUPPRESSED'])
    expect(rig.taken('Calls', who.phone)).toHaveLength(0)
    await rig.raise(missedThree, who, 'CRITICAL', { consecutive_missed: 3 })
    await rig.called(who.phone, 1)
  })

  test('what single misses made rings', async () => {
    const who = await rig.subscriber([share], ['VOICE'])
    await decided(who, 0, happenedAt - minute)
    await rig.raise(share, who, 'CRITICAL', { ...inARow, consecutive_missed: 1 })
    await rig.called(who.phone, 1)
  })
})

describe('E414: a call about a share of the window that is taken after its outage', () => {
  const read = (text: string) => text.replaceAll('\u00a0', ' ')

  test('says that it is over, from when to when, and with the blocks where somebody wants that end', async () => {
    const who = await ringing()
    const { sid } = rig.call(who.phone)
    await rig.twilio.report(sid, 'in-progress')
    await signsAgain(who)
    const heard = async () =>
      (spokenIn((await rig.twilio.take(sid)) ?? '') ?? []).map(({ text }) => read(text))
    expect(await heard()).toEqual([
      'It is over by now: signing again. Missing blocks for 2 minutes, November 21 from 12:29 to 12:31.',
    ])
    await rig.site.platform.db.orm.execute(sql`
      insert into alert (network_id, setting_id, type, severity, validator_id, validator_keys, at, evidence, occurrence, phones_wait, created_at)
      select network_id, 1122, type, 'INFO', validator_id, validator_keys, at, evidence || jsonb_build_object(
             'missed_since', 300, 'ended_at', ${happenedAt + minute}::float8), replace(occurrence, '/1041/', '/1122/'), false, created_at
      from alert where id = ${who.alert}`)
    expect(await heard()).toEqual([
      'It is over by now: signing again. It missed 300 blocks in 2 minutes, November 21 from 12:29 to 12:31.',
    ])
    await rig.twilio.report(sid, 'completed')
    await rig.until(who.alert, ['voice DELIVERED'])
  })

  test('says what is missed of the window now, and neither what was so at its beginning nor what to do', async () => {
    const who = await ringing()
    await rig.twilio.report(rig.call(who.phone).sid, 'completed')
    await signsAgain(who)
    const row = { consecutive_missed: 0, missed_blocks: 316, signed_blocks_window: 2_000 } as Validator
    const now = { row, height: 1, at: new Date(0), isLive: true, missedWithIt: 0 }
    const words = createCallWords(
      rig.site.platform.db,
      { byId: () => testNetwork({ name: 'Celestia' }) },
      { of: () => Promise.resolve(new Map()), validator: () => Promise.resolve(now) },
    )
    const said = await words({
      ...{ id: 1, channel: 'voice', purpose: 'alert', kind: 'alert', createdAt: new Date(0) },
      ...{ userId: who.userId, recipient: who.phone, references: [String(who.alert)] },
    })
    expect(said?.isOver).toBe(true)
    expect(said?.call?.rest.map(read)).toEqual([
      'It is over by now: signing again.',
      'Missing blocks for 2 minutes, November 21 from 12:29 to 12:31.',
      'Missed 316 of the last 2000 blocks.',
    ])
  })
})
