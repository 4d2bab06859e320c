import type { AlertAnswerView } from '@roundsman/contract/alerts/alert-actions'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keysAddressIn, spokenIn } from '@roundsman/phone/twilio/twilio-request'
import type { Validator } from '@roundsman/contract/networks/validators'
import { testNetwork } from '../../../testing/test-catalogue.ts'
import { type Caller, type Calling, createCalling } from '../testing/calling.ts'
import { createCallWords } from './call-words.ts'

const [jailed, unjailed, missedThree] = [2011, 2012, 1121]
/** The condition of the first. */
const jailing = 201
/** Of missed blocks without jail within an hour (E305). */
const missing = [101, 102, 103, 104, 105, 106, 111, 112, 113, 114, 115, 121, 122]
let rig: Calling
beforeAll(async () => {
  rig = await createCalling()
})
afterAll(() => rig.close())

/** Somebody whose phone rings. */
async function ringing(settings = [jailed]): Promise<{ who: Caller; alert: number; sid: string }> {
  const who = await rig.subscriber(settings, ['VOICE'])
  const alert = await rig.raise(settings[0] ?? jailed, who)
  await rig.called(who.phone, 1)
  const { sid } = rig.call(who.phone)
  await rig.twilio.report(sid, 'in-progress')
  return { who, alert, sid }
}

async function acknowledged({ userId }: Caller, alert: number) {
  const { rows } = await rig.site.platform.db.orm.execute<{ via: string | null; at: string | null }>(sql`
    select acknowledged_via as via, acknowledged_at::text as at from alert_recipient
    where user_id = ${userId} and alert_id = ${alert}`)
  return rows[0]
}

const nameOf = ({ email }: Caller) => `ada${/\d+/.exec(email)?.[0] ?? ''}`

const said = (twiml: string | undefined) => spokenIn(twiml ?? '')?.map(({ text }) => text)
const opening = ({ phone }: Caller) => said(rig.call(phone).form['Twiml'])
const stateOf = async (alert: number, { phone }: Caller) => {
  const { rows } = await rig.site.platform.db.orm.execute<{ state: string }>(sql`
    select state from delivery where reference = ${String(alert)} and recipient = ${phone}`)
  return rows[0]?.state
}

// E355
const stillTold = 'Acknowledged. If it gets worse, or once it is over, your alerts still tell you. Goodbye.'

describe('D21 D25: a call can be answered', () => {
  test('E355: the text is said twice, with what the keys do; 1 acknowledges, once, and says what still comes', async () => {
    const { who, alert, sid } = await ringing()
    expect(opening(who)).toEqual([`This is Roundsman. Critical. ${nameOf(who)}, Celestia.`])
    const [text, choice, ...again] = said(await rig.twilio.take(sid)) ?? []
    expect(text).toMatch(/^Jailed\./)
    expect(choice).toBe('Press 1 to acknowledge, 2 to mute these alerts for one hour.')
    const whole = text?.replace(/^Jailed/, `This is Roundsman. Critical. ${nameOf(who)}, Celestia: jailed`)
    // E409: whoever hangs up now is called again after two minutes.
    expect(again).toEqual([whole, choice, expect.stringMatching(/called again within a few minutes\.$/)])

    const answer = await rig.twilio.press(sid, '1')
    expect(answer?.status).toBe(200)
    expect(said(answer?.text)).toEqual([stillTold])
    expect(keysAddressIn(answer?.text ?? '')).toBeNull()
    const first = await acknowledged(who, alert)
    expect(first?.via).toBe('CALL')
    // An answer acknowledges.
    expect(await stateOf(alert, who)).toBe('DELIVERED')
    expect(await rig.mutes(who)).toEqual([])

    await rig.site.clock.advance(5_000)
    expect(said((await rig.twilio.press(sid, '1'))?.text)).toEqual(['Acknowledged. Goodbye.'])
    expect(await acknowledged(who, alert)).toEqual(first)
    expect(await rig.twilio.report(sid, 'completed')).toBe(204)
    expect(await stateOf(alert, who)).toBe('DELIVERED')
  })

  test('D46: 2 mutes its condition on its target for an hour, says so, and acknowledges it; a repetition adds nothing', async () => {
    const { who, alert, sid } = await ringing([jailed, missedThree])
    const until = new Date(rig.site.clock.now() + 3_600_000).toISOString().slice(11, 16)
    const farewell = [
      `Muted until ${until}: ${nameOf(who)}, Jailed. The message that it is over is not muted. Goodbye.`,
    ]
    expect(said((await rig.twilio.press(sid, '2'))?.text)).toEqual(farewell)
    expect(await rig.mutes(who)).toEqual([[jailing, nameOf(who), 60]])
    expect((await acknowledged(who, alert))?.via).toBe('CALL')
    await rig.site.clock.advance(60_000)
    expect(said((await rig.twilio.press(sid, '2'))?.text)).toEqual(farewell)
    expect(await rig.mutes(who)).toEqual([[jailing, nameOf(who), 59]])
  })

  test('E190: the call of an end says it twice and asks for no key', async () => {
    const { who } = await ringing([unjailed])
    const [text, ...again] = said(rig.call(who.phone).form['Twiml']) ?? []
    expect(text).toMatch(/^This is Roundsman\. Critical\. ada\d+, Celestia: out of jail\./)
    expect(again).toEqual([text])
    expect(keysAddressIn(rig.call(who.phone).form['Twiml'] ?? '')).toBeNull()
  })

  test('after a key that does nothing the choice is read out again', async () => {
    const { who, alert, sid } = await ringing()
    const otherKey = await rig.twilio.press(sid, '7')
    expect(said(otherKey?.text)).toEqual(['Press 1 to acknowledge, 2 to mute these alerts for one hour.'])
    expect((await acknowledged(who, alert))?.via).toBeNull()
    const then = await rig.twilio.press(sid, '1', { twiml: otherKey?.text ?? '' })
    expect(said(then?.text)).toEqual([stillTold])
    expect((await acknowledged(who, alert))?.via).toBe('CALL')
  })

  test('D40: an answer to a call about several alerts is one to each of them', async () => {
    const { who, alert, sid } = await ringing([jailed, missedThree])
    await rig.twilio.report(sid, 'no-answer')
    const others = [await rig.raise(missedThree, who), await rig.raise(jailed, who)]
    await rig.site.clock.advance(15_000)
    await rig.called(who.phone, 2)
    await rig.twilio.press(rig.call(who.phone).sid, '2')
    // E406: with what nobody took a moment ago.
    for (const one of [alert, ...others]) expect((await acknowledged(who, one))?.via).toBe('CALL')
    expect(await rig.mutes(who)).toEqual([...missing, jailing].map((one) => [one, nameOf(who), 60]))
  })

  test('in the language of the call', async () => {
    const who = await rig.subscriber([jailed], ['VOICE'])
    await rig.site.platform.db.orm.execute(
      sql`update user_account set language = 'uk' where id = ${who.userId}`,
    )
    await rig.raise(jailed, who)
    await rig.called(who.phone, 1)
    const { sid } = rig.call(who.phone)
    const spoken = spokenIn((await rig.twilio.press(sid, '2'))?.text ?? '')
    const until = new Date(rig.site.clock.now() + 3_600_000).toISOString().slice(11, 16)
    const text = `Заглушено до ${until}: ${nameOf(who)}, Потрапив до в’язниці. Повідомлення про те, що все минуло, не заглушено. До побачення.`
    expect(spoken).toEqual([{ language: 'uk-UA', text }])
  })

  test('F19: a key that Twilio did not sign does nothing', async () => {
    const { who, alert, sid } = await ringing()
    const twiml = await rig.twilio.take(sid)
    for (const signature of ['', 'x', 'RSOYDt4T1cUTdK1PDd93/VVr8B8='])
      expect((await rig.twilio.press(sid, '1', { twiml, signature }))?.status).toBe(403)
    // Nor one that it signed for another delivery.
    const elsewhere = twiml.replace(/twilio\/(\d+)\/keys/, (_all, id) => `twilio/${Number(id)}0/keys`)
    const own = keysAddressIn(twiml) ?? ''
    const path = new URL(own).pathname
    const forged = await rig.site.browser().post(path, 'Digits=1', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(forged.status).toBe(403)
    expect((await rig.twilio.press(sid, '1', { twiml: elsewhere }))?.status).toBe(200)
    expect((await acknowledged(who, alert))?.via).toBeNull()
    expect(await rig.mutes(who)).toEqual([])
  })
})

describe('D290: what a call says is as of when it is taken', () => {
  test('E304: all of it is over by then: it says so in the words of its end and asks for no key', async () => {
    const { who, sid } = await ringing()
    await rig.end(jailed, who)
    const twiml = await rig.twilio.take(sid)
    expect(said(twiml)).toEqual([
      expect.stringMatching(/^It is over by now: out of jail\. Was in jail for \d+ seconds?, .*\.$/),
    ])
    expect(keysAddressIn(twiml)).toBeNull()
  })

  test('of two things, one of which is over, it says the other', async () => {
    const { who, alert, sid } = await ringing([missedThree, jailed])
    const other = await rig.raise(jailed, who)
    await rig.site.platform.db.orm.execute(sql`
      with call as (
        update delivery set gathers_until = now() where reference = ${String(alert)} and channel = 'voice' returning id)
      insert into delivery_also select id, ${String(other)} from call`)
    const heard = async () => (said(await rig.twilio.take(sid)) ?? [])[0]
    expect(await heard()).toMatch(/^Jailed.*blocks? missed/)
    await rig.end(missedThree, who)
    expect(await heard()).toMatch(/^Jailed\./)
    expect(await heard()).not.toContain('missed')
  })

  test('missed blocks that have led to jail by then are the jailing, although they are over', async () => {
    const who = await rig.subscriber([missedThree], ['VOICE'])
    await rig.raise(missedThree, who, 'WARNING')
    await rig.called(who.phone, 1)
    expect(opening(who)).toEqual([`This is Roundsman. Warning. ${nameOf(who)}, Celestia.`])
    const { orm, now } = rig.site.platform.db
    await orm.execute(sql`
      update watch_validator set jailed = true, jailed_until = extract(epoch from ${now()}) * 1000 + 600000
      where id = ${who.validator}`)
    // Since when it missed blocks, and how often, says nothing of the jailing.
    const since = Date.UTC(2026, 10, 21, 11, 11)
    await orm.execute(sql`
      update alert set evidence = evidence || ${JSON.stringify({ began_at: since, flaps: { count: 3, since } })}::jsonb
      where validator_id = ${who.validator}`)
    await rig.end(missedThree, who)
    const [text, choice] = said(await rig.twilio.take(rig.call(who.phone).sid)) ?? []
    expect(text).toMatch(/^This is Roundsman\. Critical\. ada\d+, Celestia: jailed\..* can be unjailed /i)
    expect(text).not.toContain('11:11')
    expect(choice).toBe('Press 1 to acknowledge, 2 to mute these alerts for one hour.')
  })

  test('that it signed again before it was jailed is not said as that it is out of jail', async () => {
    const { who, alert, sid } = await ringing([jailed, missedThree + 1])
    const other = await rig.raise(missedThree + 1, who, 'INFO')
    const { orm, now } = rig.site.platform.db
    await orm.execute(sql`
      update watch_validator set jailed = true, jailed_until = extract(epoch from ${now()}) * 1000 + 600000
      where id = ${who.validator}`)
    await orm.execute(sql`
      with call as (
        update delivery set gathers_until = now() where reference = ${String(alert)} and channel = 'voice' returning id)
      insert into delivery_also select id, ${String(other)} from call`)
    const [text] = said(await rig.twilio.take(sid)) ?? []
    expect(text).toMatch(/^Jailed/)
    expect(text).not.toMatch(/out of jail/i)
  })

  test('nobody hears that missed blocks are over while the validator misses blocks again', async () => {
    const { who, alert } = await ringing([missedThree])
    await rig.end(missedThree, who)
    const { db } = rig.site.platform
    const heard = async (inARow: number) => {
      const row = { consecutive_missed: inARow } as Validator
      const now = { row, height: 1, at: new Date(0), isLive: true, missedWithIt: null }
      const words = createCallWords(
        db,
        { byId: () => testNetwork({ name: 'Celestia' }) },
        {
          of: () => Promise.resolve(new Map()),
          validator: () => Promise.resolve(now),
        },
      )
      const asked = { id: 1, channel: 'voice', purpose: 'alert', userId: who.userId, kind: 'alert' } as const
      return words({ ...asked, recipient: who.phone, references: [String(alert)], createdAt: new Date(0) })
    }
    expect((await heard(0))?.paragraphs.join()).toMatch(/^It is over by now: .*: signing again\.$/)
    const again = await heard(1)
    expect(again?.isOver).not.toBe(true)
    expect(again?.paragraphs.join(' ')).toMatch(/blocks? missed/)
  })

  test('nobody but Twilio hears it, and of what is not there it says where to look', async () => {
    const { sid } = await ringing()
    await expect(rig.twilio.take(sid, { signature: 'x' })).rejects.toThrow('403')
    await rig.site.platform.db.orm.execute(sql`delete from delivery where provider_id = ${sid}`)
    expect(said(await rig.twilio.take(sid))).toEqual([
      'That did not work. Please open the page of your alerts.',
    ])
  })
})

test('D27: the link of an SMS answers it as that of a mail does', async () => {
  const who = await rig.subscriber([jailed], ['SMS'])
  const alert = await rig.raise(jailed, who)
  await rig.until(alert, ['sms SENT'])
  const [sms] = rig.taken('Messages', who.phone)
  const token = / http:\/\/n1\.localhost:8000\/a\/(\S+)$/.exec(String(sms?.form['Body']))?.[1] ?? ''
  const answered = await rig.site.browser().post('/api/alerts/answer/', { token, answer: 'ACKNOWLEDGE' })
  expect(answered.status).toBe(204)
  expect((await acknowledged(who, alert))?.via).toBe('SMS')
})

describe('D27: a mail can be answered', () => {
  /** Somebody who got a mail; gives what its link says. */
  async function mailed(settings = [jailed], raised = jailed) {
    const who = await rig.subscriber(settings, ['EMAIL'])
    const alert = await rig.raise(raised, who)
    await rig.until(alert, ['email SENT'])
    const text = rig.catcher.mails.find(({ to }) => to.includes(who.email))?.mail.text ?? ''
    const link = /\S+\/a\/\S+/.exec(text)?.[0] ?? ''
    const url = new URL(link)
    expect(url.origin).toBe('http://n1.localhost:8000')
    return { who, alert, token: url.pathname.slice('/a/'.length) }
  }
  const answerWith = (token: string, answer: string) =>
    rig.site.browser().post('/api/alerts/answer/', { token, answer })

  test('by a link that leads to a page', async () => {
    const { token } = await mailed()
    const page = await rig.site.browser().get(`/a/${token}`)
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  })

  test('D46: by its link, without a session: it acknowledges once, and its condition on its target is muted for an hour', async () => {
    const { who, alert, token } = await mailed()
    expect((await acknowledged(who, alert))?.via).toBeNull()
    expect((await answerWith(token, 'ACKNOWLEDGE')).status).toBe(204)
    const first = await acknowledged(who, alert)
    expect(first?.via).toBe('MAIL')
    expect(await rig.mutes(who)).toEqual([])
    await rig.site.clock.advance(5_000)
    expect((await answerWith(token, 'ACKNOWLEDGE')).status).toBe(204)
    expect((await answerWith(token, 'MUTE')).status).toBe(204)
    expect(await acknowledged(who, alert)).toEqual(first)
    expect(await rig.mutes(who)).toEqual([[jailing, nameOf(who), 60]])
    await rig.site.clock.advance(60_000)
    expect((await answerWith(token, 'MUTE')).status).toBe(204)
    expect(await rig.mutes(who)).toEqual([[jailing, nameOf(who), 59]])
    // Taken back it is as if it had not been said, and can be said again; acknowledged it stays.
    expect((await answerWith(token, 'UNMUTE')).status).toBe(204)
    expect(await rig.mutes(who)).toEqual([])
    expect(await acknowledged(who, alert)).toEqual(first)
    expect((await answerWith(token, 'MUTE')).status).toBe(204)
    expect(await rig.mutes(who)).toEqual([[jailing, nameOf(who), 60]])
  })

  const open = async (token: string) => {
    const answer = await rig.site.browser().get(`/api/alerts/answer/?token=${encodeURIComponent(token)}`)
    return { status: answer.status, view: answer.json<AlertAnswerView & { code?: string }>() }
  }

  test('D45: the link shows what it is about and how that stands, to anybody, and looking at it says nothing to it', async () => {
    const { who, alert, token } = await mailed()
    for (let times = 0; times < 3; times += 1) {
      const { status, view } = await open(token)
      expect(status).toBe(200)
      expect(view).toMatchObject({
        ...{ language: 'en', timezone: 'UTC', network: 'Celestia', count: 1, waiting: 1, muted: 0 },
        reader: 'c…@example.org',
        alerts: [
          {
            ...{
              id: alert,
              severity: 'CRITICAL',
              who: nameOf(who),
              what: 'jailed',
              title: 'Jailed',
              mutes: 'Jailed',
            },
            ...{ began_at: '2026-11-21T12:30:05.000Z', acknowledged_at: null, muted_until: null },
            // P701: what to do, as the mail says it.
            advice: expect.arrayContaining([expect.stringMatching(/^Fix what made it miss blocks/)]),
          },
        ],
      })
    }
    expect((await acknowledged(who, alert))?.via).toBeNull()
    await answerWith(token, 'MUTE')
    const { view } = await open(token)
    const now = rig.site.clock.now()
    expect(view).toMatchObject({
      ...{ waiting: 0, muted: 1 },
      alerts: [{ acknowledged_via: 'MAIL', muted_until: new Date(now + 3_600_000).toISOString() }],
    })
    expect(Date.parse(view.expires_at) - now).toBeGreaterThan(6.9 * 86_400_000)
    // In the language and by the name of whose alert it is, whoever looks.
    await rig.site.platform.db.orm.execute(
      sql`update user_account set language = 'ru', timezone = 'Europe/Kyiv', first_name = 'Ada' where id = ${who.userId}`,
    )
    expect((await open(token)).view).toMatchObject({
      ...{ language: 'ru', timezone: 'Europe/Kyiv', reader: 'Ada' },
      alerts: [{ what: 'в тюрьме (jailed)' }],
    })
  })

  test('P578: the link in a message about an end names the condition, of which a mute mutes beginnings too', async () => {
    const unjailed = 2012
    const { token } = await mailed([unjailed], unjailed)
    const { view } = await open(token)
    expect(view.alerts).toMatchObject([{ trigger: 'TRUE_TO_FALSE', title: 'Jailed', is_end: true }])
  })

  test('P803: a count is of its block, what is left until jail as of now', async () => {
    const { alert, token } = await mailed([missedThree], missedThree)
    const figures = {
      consecutive_missed: 5,
      seconds_to_jail: 40_000_000,
      seconds_to_jail_at_most: 40_000_000,
    }
    await rig.site.platform.db.orm.execute(sql`
      update alert set evidence = evidence || ${JSON.stringify(figures)}::jsonb where id = ${alert}`)
    const [shown] = (await open(token)).view.alerts
    // Nobody sees the network: the figures are old, and what is left is so at least (E244).
    expect(shown?.says.slice(0, 2)).toEqual([
      expect.stringMatching(/^Block [\d,]+\.$/),
      expect.stringMatching(/^As of Nov.21, 12:30.UTC: nothing newer is known\.$/),
    ])
    expect(shown?.says[2]).toMatch(/^Jail in at least \d+.d/)
  })

  const jail = ({ validator }: Caller) =>
    rig.site.platform.db.orm.execute(
      sql`update watch_validator set jailed = true, jailed_until = 1795264205000 where id = ${validator}`,
    )

  test('P973: its severity and its words are those that were told of what was near jail', async () => {
    const { who, alert, token } = await mailed([missedThree], missedThree)
    const figures = { consecutive_missed: 5, seconds_to_jail: 240, seconds_to_jail_at_most: 240 }
    await rig.site.platform.db.orm.execute(sql`
      update alert set severity = 'WARNING', evidence = evidence || ${JSON.stringify(figures)}::jsonb where id = ${alert}`)
    const [shown] = (await open(token)).view.alerts
    const expectedAt = 'Jail was expected at about 12:34'
    expect(shown).toMatchObject({ severity: 'CRITICAL', counts: 'JAIL', title: expectedAt })
    expect(shown?.what).toMatch(/^jail in at least 4.min/)
    // Whom it has jailed by then is told as it was, and how it stands stands beside.
    await jail(who)
    expect((await open(token)).view.alerts[0]?.title).toBe(expectedAt)
  })

  test('P1014: where nobody knows how near jail is, it is called by the time that its message said, not by the most of its setting', async () => {
    const nearJail = 1221
    const { alert, token } = await mailed([nearJail], nearJail)
    const title = async (exact: boolean) => {
      const figures = {
        consecutive_missed: 5,
        seconds_to_jail: 1500,
        seconds_to_jail_at_most: exact ? 1500 : 9000,
      }
      await rig.site.platform.db.orm.execute(sql`
        update alert set evidence = evidence || ${JSON.stringify(figures)}::jsonb where id = ${alert}`)
      return (await open(token)).view.alerts[0]?.title
    }
    expect(await title(true)).toMatch(/^Jail was expected at about \d\d:\d\d/)
    expect(await title(false)).toBe('Close to jail')
  })

  test('P974: of a jailing that goes on it says since when, and from when it can be unjailed', async () => {
    const { who, token } = await mailed()
    const shown = async () => (await open(token)).view.alerts[0]
    await jail(who)
    expect(await shown()).toMatchObject({ jailed: { until: '2026-11-21T12:30:05.000Z', forever: false } })
    // What the page counts down by itself it does not read twice.
    expect((await shown())?.says.join(' ')).not.toContain('unjailed')
    expect((await open(token)).view.waiting).toBe(1)
    await rig.end(jailed, who)
    // P1053: once it is over the link asks for no acknowledgment, and says nothing to do.
    const over = { jailed: null, is_over: true, advice: [], commands: [] }
    expect((await open(token)).view).toMatchObject({ waiting: 0, alerts: [over] })
  })

  test('P804: the page lists what the message told: of what began and is over the end alone', async () => {
    const unjailed = 2012
    const { who, alert } = await mailed([missedThree, jailed, unjailed], missedThree)
    await rig.raise(jailed, who)
    const end = await rig.raise(unjailed, who)
    await rig.site.clock.advance(15_000)
    await rig.eventually(() => rig.catcher.mails.filter(({ to }) => to.includes(who.email)).length, 2)
    const mails = rig.catcher.mails.filter(({ to }) => to.includes(who.email))
    const token = /\/a\/(\S+)/.exec(mails[1]?.mail.text ?? '')?.[1] ?? ''
    const { view } = await open(token)
    expect([view.count, view.alerts.map(({ id }) => id)]).toEqual([1, [end]])
    expect(view.alerts.map(({ id }) => id)).not.toContain(alert)
  })

  test('D45 D46: a message about several alerts shows each, the gravest first, and mutes each on its own target alone', async () => {
    const { who } = await mailed([missedThree, jailed])
    const others = [await rig.raise(missedThree, who), await rig.raise(jailed, who)]
    await rig.site.clock.advance(15_000)
    await rig.eventually(() => rig.catcher.mails.filter(({ to }) => to.includes(who.email)).length, 2)
    const mails = rig.catcher.mails.filter(({ to }) => to.includes(who.email))
    const token = /\/a\/(\S+)/.exec(mails[1]?.mail.text ?? '')?.[1] ?? ''
    const { view } = await open(token)
    expect(view.count).toBe(2)
    expect(view.alerts.map(({ id }) => id).sort()).toEqual(others.sort())
    await answerWith(token, 'MUTE')
    expect(await rig.mutes(who)).toEqual([...missing, jailing].map((one) => [one, nameOf(who), 60]))
    await answerWith(token, 'UNMUTE')
    expect(await rig.mutes(who)).toEqual([])
  })

  test('a link of nobody, of another mail or of last week says nothing, and says so', async () => {
    const { who, alert, token } = await mailed()
    const [, id = '', mark = ''] = /^([^-]+)-(.+)$/.exec(token) ?? []
    const forged = [
      'none',
      id,
      `${id}-`,
      `${(Number.parseInt(id, 36) + 1).toString(36)}-${mark}`,
      `${id}-${mark.slice(1)}A`,
      `0${token}`,
    ]
    for (const one of forged) {
      const answer = await answerWith(one, 'MUTE')
      expect([one, answer.status, answer.json<{ code: string }>().code]).toEqual([one, 400, 'invalid_token'])
      expect(await open(one)).toMatchObject({ status: 400, view: { code: 'invalid_token' } })
    }
    expect((await answerWith(token, 'SHOUT')).status).toBe(400)
    await rig.site.platform.db.orm.execute(
      sql`update delivery set created_at = created_at - interval '7 days 1 second' where id = ${Number.parseInt(id, 36)}`,
    )
    expect((await answerWith(token, 'ACKNOWLEDGE')).status).toBe(400)
    expect((await open(token)).status).toBe(400)
    expect((await acknowledged(who, alert))?.via).toBeNull()
    expect(await rig.mutes(who)).toEqual([])
  })

  test('D27: the links of somebody whose account is disabled say nothing any more, and show nothing', async () => {
    const { who, token } = await mailed()
    expect((await answerWith(token, 'MUTE')).status).toBe(204)
    await rig.site.platform.db.orm.execute(
      sql`update user_account set disabled_at = now() where id = ${who.userId}`,
    )
    for (const answer of ['ACKNOWLEDGE', 'MUTE', 'UNMUTE'])
      expect((await answerWith(token, answer)).status).toBe(400)
    expect((await open(token)).status).toBe(400)
    expect(await rig.mutes(who)).toHaveLength(1)
  })
})
