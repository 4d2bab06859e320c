import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spokenIn } from '@roundsman/phone/twilio/twilio-request'
import { type Caller, type Calling, createCalling } from '../testing/calling.ts'

const missedThree = 1121
/** Of missed blocks without jail within an hour, and those of them that are no graver than a warning. */
const missing = [101, 102, 103, 104, 105, 106, 111, 112, 113, 114, 115, 121, 122]
const warnings = [101, 102, 103, 111, 112, 113, 121]
let rig: Calling
beforeAll(async () => {
  rig = await createCalling()
})
afterAll(() => rig.close())

const nameOf = ({ email }: Caller) => `ada${/\d+/.exec(email)?.[0] ?? ''}`
const said = (twiml: string | undefined) => spokenIn(twiml ?? '')?.map(({ text }) => text)
const stateOf = async (alert: number, { phone }: Caller) => {
  const { rows } = await rig.site.platform.db.orm.execute<{ state: string }>(sql`
    select state from delivery where reference = ${String(alert)} and recipient = ${phone}`)
  return rows[0]?.state
}
async function acknowledged({ userId }: Caller, alert: number) {
  const { rows } = await rig.site.platform.db.orm.execute<{ via: string | null }>(sql`
    select acknowledged_via as via from alert_recipient where user_id = ${userId} and alert_id = ${alert}`)
  return rows[0]
}

describe('missed blocks, muted by a key', () => {
  test('E137: a mute in answer to missed blocks mutes the other steps of them too, none that is graver than what was told', async () => {
    const [missedFive, missedTen] = [1131, 1141]
    const who = await rig.subscriber([missedThree, missedFive, missedTen], ['VOICE'])
    await rig.raise(missedThree, who, 'WARNING')
    await rig.called(who.phone, 1)
    const until = new Date(rig.site.clock.now() + 3_600_000).toISOString().slice(11, 16)
    expect(said((await rig.twilio.press(rig.call(who.phone).sid, '2'))?.text)).toEqual([
      `Muted until ${until}: ${nameOf(who)}, Missed blocks up to Warning. The message that it is over is not muted. Goodbye.`,
    ])
    expect(await rig.mutes(who)).toEqual(warnings.map((one) => [one, nameOf(who), 60]))
    const [asGrave, graver] = [await rig.raise(missedFive, who, 'WARNING'), await rig.raise(missedTen, who)]
    await rig.called(who.phone, 2)
    expect(await stateOf(asGrave, who)).toBe('SUPPRESSED')
    await rig.twilio.press(rig.call(who.phone).sid, '2')
    expect((await rig.mutes(who)).map(([condition]) => condition)).toEqual(missing)
    expect((await acknowledged(who, graver))?.via).toBe('CALL')
  })

  test('E305: jail within an hour comes through a mute of missed blocks, which says so before the key is pressed and after', async () => {
    const [missedTen, nearJail] = [1141, 1231]
    const who = await rig.subscriber([missedTen, nearJail], ['VOICE'])
    await rig.raise(missedTen, who)
    await rig.called(who.phone, 1)
    const { sid } = rig.call(who.phone)
    await rig.twilio.report(sid, 'in-progress')
    expect(said(await rig.twilio.take(sid))?.[1]).toBe(
      'Press 1 to acknowledge, 2 to mute missed blocks for one hour. Jail within an hour is not muted.',
    )
    const until = new Date(rig.site.clock.now() + 3_600_000).toISOString().slice(11, 16)
    const farewell = [
      `Muted until ${until}: ${nameOf(who)}, Missed blocks, except jail within 1 hour. The message that it is over is not muted. Goodbye.`,
    ]
    expect(said((await rig.twilio.press(sid, '2'))?.text)).toEqual(farewell)
    expect((await rig.mutes(who)).map(([condition]) => condition)).toEqual(missing)
    expect(await stateOf(await rig.raise(missedTen, who), who)).toBe('SUPPRESSED')

    // That outage is over; the next one's.
    await rig.end(missedTen, who)
    const near = await rig.raise(nearJail, who)
    await rig.called(who.phone, 2)
    const next = rig.call(who.phone)
    expect(said((await rig.twilio.press(next.sid, '2'))?.text)).toEqual(farewell)
    expect((await acknowledged(who, near))?.via).toBe('CALL')
    expect((await rig.mutes(who)).map(([condition]) => condition)).toEqual(missing)
  })
})
