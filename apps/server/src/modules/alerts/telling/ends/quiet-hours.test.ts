import type { QuietHours } from '@roundsman/contract/accounts/quiet-hours'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type MailedSite, withMailedSite } from '../../testing/mailed-site.ts'
import {
  createSleeping,
  jailed,
  missed,
  missedMore,
  quietHours,
  signed,
  type Sleeper,
  unjailed,
} from '../../testing/sleeping.ts'

const hour = 3_600_000
let site: MailedSite['site']
let rig: MailedSite
const { sleeper, nightOf, sleeps, mailsTo, until, pass } = createSleeping(() => rig)

withMailedSite((made) => {
  rig = made
  site = made.site
})

describe('what waits', () => {
  test('D163 D164: alerts wait and are told in one message at the end; CRITICAL is told at once', async () => {
    const who = await sleeper()
    expect(await sleeps(who)).toBe(200)
    const first = await who.raise(missed, 'WARNING')
    await until(who, [`QUEUED quiet_hours ${first}`])
    const grave = await who.raise(jailed, 'CRITICAL')
    await until(who, [`QUEUED quiet_hours ${first}`, `SENT ${grave}`])
    pass(1)
    const second = await who.raise(signed, 'INFO')
    await until(who, [`QUEUED quiet_hours ${first},${second}`, `SENT ${grave}`])
    expect(mailsTo(who)).toHaveLength(1)
    // Nobody takes them for messages that nobody sends.
    const { rows } = await site.platform.db.orm.execute(sql`
      select from delivery where state = 'QUEUED' and due_at < ${site.platform.db.now()} - interval '1 minute'`)
    expect(rows).toEqual([])
  })

  test('D163: what waits is one message, however many alerts there were', async () => {
    const who = await sleeper()
    await sleeps(who)
    const first = await who.raise(missed, 'WARNING')
    await until(who, [`QUEUED quiet_hours ${first}`])
    const second = await who.raise(jailed, 'WARNING')
    await until(who, [`QUEUED quiet_hours ${first},${second}`])
    pass(8.5)
    await until(who, [`SENT ${first},${second}`])
    const [told, ...others] = mailsTo(who)
    expect(others).toEqual([])
    // P822: its link opens these, and not the whole history.
    const [ids] = /(?<=[?&]alerts=)[\d.]+/.exec(told?.mail.text ?? '') ?? []
    expect(ids?.split('.').map(Number).toSorted()).toEqual([first, second].toSorted())
  })

  test('D164: where somebody says so, CRITICAL waits, and WARNING does not', async () => {
    const [deaf, light] = [await sleeper(), await sleeper()]
    await sleeps(deaf, { break_through: 'NONE' })
    await sleeps(light, { break_through: 'WARNING' })
    const [grave, warning] = [await deaf.raise(jailed, 'CRITICAL'), await light.raise(missed, 'WARNING')]
    await until(deaf, [`QUEUED quiet_hours ${grave}`])
    await until(light, [`SENT ${warning}`])
    const info = await light.raise(unjailed, 'INFO')
    await until(light, [`SENT ${warning}`, `QUEUED quiet_hours ${info}`])
  })

  test('D165: what is over by then is left to the history, with its end; the rest is told', async () => {
    const who = await sleeper()
    await sleeps(who)
    // What is graver is named (D301).
    const over = await who.raise(missed, 'INFO')
    await until(who, [`QUEUED quiet_hours ${over}`])
    const end = await who.raise(signed, 'INFO')
    await until(who, [`QUEUED quiet_hours ${over},${end}`])
    const still = await who.raise(jailed, 'WARNING')
    await until(who, [`QUEUED quiet_hours ${over},${end},${still}`])
    pass(8.5)
    await until(who, [
      `SENT ${still}`,
      `SUPPRESSED ended_in_quiet_hours ${over}`,
      `SUPPRESSED ended_in_quiet_hours ${end}`,
    ])
    expect(mailsTo(who)).toHaveLength(1)
  })

  test('E302: the end of what woke its reader is told at once, and that of nothing else', async () => {
    const who = await sleeper()
    await sleeps(who)
    const grave = await who.raise(jailed, 'CRITICAL')
    await until(who, [`SENT ${grave}`])
    const waits = await who.raise(missed, 'WARNING')
    await until(who, [`SENT ${grave}`, `QUEUED quiet_hours ${waits}`])
    const end = await who.raise(unjailed, 'INFO')
    await until(who, [`SENT ${grave}`, `QUEUED quiet_hours ${waits}`, `SENT ${end}`])
    const other = await who.raise(signed, 'INFO')
    await until(who, [`SENT ${grave}`, `QUEUED quiet_hours ${waits},${other}`, `SENT ${end}`])
    expect(mailsTo(who)[1]?.mail.text).not.toContain('This waited')
    // It ends what woke them in these quiet hours, and not another time of it.
    const second = await who.raise(unjailed, 'INFO', { times: 2 })
    await until(who, [`SENT ${grave}`, `QUEUED quiet_hours ${waits},${other},${second}`, `SENT ${end}`])
  })

  test('E312: a step that its message tells as jail near comes through with that severity, and so does its end', async () => {
    const [who, far] = [await sleeper(), await sleeper()]
    for (const one of [who, far]) await sleeps(one)
    const beganAt = site.clock.now()
    const figures = { consecutive_missed: 3, seconds_to_jail: 240 }
    const near = await who.raise(missed, 'WARNING', { figures })
    await until(who, [`SENT ${near}`])
    expect(mailsTo(who)[0]?.mail.subject).toMatch(/^\[Critical\] .*jail in about 4\u00a0min/)
    const end = await who.raise(signed, 'INFO', { beganAt })
    await until(who, [`SENT ${near}`, `SENT ${end}`])
    const step = await far.raise(missed, 'WARNING', { figures: { ...figures, seconds_to_jail: 7_200 } })
    await until(far, [`QUEUED quiet_hours ${step}`])
  })

  test('E302: what was told before it was quiet woke nobody: its end waits', async () => {
    const [who, other] = [await sleeper(), await sleeper()]
    const [grave, warning] = [await who.raise(jailed, 'CRITICAL'), await other.raise(missed, 'WARNING')]
    await until(who, [`SENT ${grave}`])
    await until(other, [`SENT ${warning}`])
    pass(2)
    for (const one of [who, other]) await sleeps(one)
    const [end, signs] = [await who.raise(unjailed, 'INFO'), await other.raise(signed, 'INFO')]
    await until(who, [`SENT ${grave}`, `QUEUED quiet_hours ${end}`])
    await until(other, [`SENT ${warning}`, `QUEUED quiet_hours ${signs}`])
  })

  test('E302: that it signs again is told whom a graver step of the same outage woke', async () => {
    const who = await sleeper()
    await sleeps(who)
    const beganAt = site.clock.now()
    const step = await who.raise(missed, 'WARNING')
    await until(who, [`QUEUED quiet_hours ${step}`])
    const graver = await who.raise(missedMore, 'CRITICAL')
    await until(who, [`QUEUED quiet_hours ${step}`, `SENT ${graver}`])
    pass(0.5)
    const signs = await who.raise(signed, 'INFO', { beganAt })
    await until(who, [`QUEUED quiet_hours ${step}`, `SENT ${graver}`, `SENT ${signs}`])
    pass(0.5)
    // The next outage woke nobody.
    const next = await who.raise(signed, 'INFO', { times: 2, beganAt: site.clock.now() })
    await until(who, [`QUEUED quiet_hours ${step},${next}`, `SENT ${graver}`, `SENT ${signs}`])
    pass(8)
    await until(who, [
      `SENT ${next}`,
      `SENT ${graver}`,
      `SENT ${signs}`,
      `SUPPRESSED ended_in_quiet_hours ${step}`,
    ])
  })

  test('D251: a step that a graver one has overtaken is not told, nor the end of what has begun again', async () => {
    const [who, other] = [await sleeper(), await sleeper()]
    for (const one of [who, other]) await sleeps(one)
    const step = await who.raise(missed, 'WARNING')
    await until(who, [`QUEUED quiet_hours ${step}`])
    const graver = await who.raise(missedMore, 'CRITICAL')
    await until(who, [`QUEUED quiet_hours ${step}`, `SENT ${graver}`])
    const end = await other.raise(signed, 'INFO')
    await until(other, [`QUEUED quiet_hours ${end}`])
    const again = await other.raise(missed, 'CRITICAL')
    await until(other, [`QUEUED quiet_hours ${end}`, `SENT ${again}`])
    pass(8.5)
    await until(who, [`SUPPRESSED ended_in_quiet_hours ${step}`, `SENT ${graver}`])
    await until(other, [`SUPPRESSED ended_in_quiet_hours ${end}`, `SENT ${again}`])
  })
  test('D251: a step is told where the graver one is over', async () => {
    const who = await sleeper()
    await sleeps(who)
    const step = await who.raise(missed, 'WARNING')
    await until(who, [`QUEUED quiet_hours ${step}`])
    const graver = await who.raise(missedMore, 'CRITICAL')
    await until(who, [`QUEUED quiet_hours ${step}`, `SENT ${graver}`])
    await site.platform.db.orm.execute(sql`update alert set ended_at = now() where id = ${graver}`)
    pass(8.5)
    await until(who, [`SENT ${step}`, `SENT ${graver}`])
  })
  test('D252: a mail that waited says so, and stands with those of the time when it is sent', async () => {
    const who = await sleeper()
    await sleeps(who)
    const waits = await who.raise(missed, 'WARNING')
    await until(who, [`QUEUED quiet_hours ${waits}`])
    const before = site.clock.now()
    pass(8.5)
    await until(who, [`SENT ${waits}`])
    const [mail] = mailsTo(who)
    expect(mail?.mail.text).toContain('This waited for the end of your quiet hours.')
    expect(Date.parse(mail?.mail.date ?? '') - before).toBeGreaterThan(7 * hour)
  })
  test('D165: nothing is sent where all of it is over', async () => {
    const who = await sleeper()
    await sleeps(who)
    const over = await who.raise(missed, 'WARNING')
    await until(who, [`QUEUED quiet_hours ${over}`])
    await site.platform.db.orm.execute(sql`update alert set ended_at = now() where id = ${over}`)
    pass(8.5)
    await until(who, [`SUPPRESSED ended_in_quiet_hours ${over}`])
    expect(mailsTo(who)).toEqual([])
  })

  test('D165: what its reader acknowledged or muted while it waited is not told', async () => {
    const [seen, muted] = [await sleeper(), await sleeper()]
    for (const who of [seen, muted]) await sleeps(who)
    const [first, second] = [await seen.raise(missed, 'WARNING'), await muted.raise(missed, 'WARNING')]
    await until(seen, [`QUEUED quiet_hours ${first}`])
    await until(muted, [`QUEUED quiet_hours ${second}`])
    expect((await seen.browser.post('/api/alerts/acknowledge/', { alert_ids: [first] })).status).toBe(204)
    pass(7.5)
    // A mute lasts for an hour.
    const mute = { alert_ids: [second], mute: true }
    expect((await muted.browser.post('/api/alerts/mute-conditions/', mute)).status).toBe(200)
    pass(0.7)
    await until(seen, [`SUPPRESSED ended_in_quiet_hours ${first}`])
    await until(muted, [`SUPPRESSED ended_in_quiet_hours ${second}`])
    expect([...mailsTo(seen), ...mailsTo(muted)]).toEqual([])
  })

  test('D167: what waits moves to an end that comes later', async () => {
    const who = await sleeper()
    await sleeps(who, { windows: nightOf(2) })
    const first = await who.raise(missed, 'WARNING')
    await until(who, [`QUEUED quiet_hours ${first}`])
    await sleeps(who, { windows: nightOf(5) })
    const waits = async () => {
      await site.clock.advance(50)
      const { rows } = await site.platform.db.orm.execute<{ hours: number }>(sql`
        select round(extract(epoch from waits_until - ${site.platform.db.now()}) / 3600)::int as hours
        from delivery where kind = 'alert' and recipient = ${who.email}`)
      return rows
    }
    await expect.poll(waits, { timeout: 80_000, interval: 10 }).toEqual([{ hours: 5 }])
    pass(3)
    await site.clock.advance(1_000)
    expect(mailsTo(who)).toEqual([])
    pass(2.5)
    await until(who, [`SENT ${first}`])
    expect(mailsTo(who)).toHaveLength(1)
  })

  test('D167: quiet hours that end sooner, or not at all, count for what waits already', async () => {
    const who = await sleeper()
    await sleeps(who)
    const first = await who.raise(missed, 'WARNING')
    await until(who, [`QUEUED quiet_hours ${first}`])
    await sleeps(who, { windows: nightOf(2) })
    const second = await who.raise(jailed, 'WARNING')
    await until(who, [`QUEUED quiet_hours ${first},${second}`])
    await sleeps(who, { windows: [] })
    await until(who, [`SENT ${first},${second}`])
    expect(mailsTo(who)).toHaveLength(1)
  })

  test('D167: another zone of the profile counts where the quiet hours are of it', async () => {
    const who = await sleeper()
    const profile = { first_name: '', last_name: '', avatar: null, language: 'en' }
    await who.browser.put('/api/users/profile/', { ...profile, timezone: 'UTC' })
    await sleeps(who, { time_zone: null, windows: nightOf(2) })
    const first = await who.raise(missed, 'WARNING')
    await until(who, [`QUEUED quiet_hours ${first}`])
    await who.browser.put('/api/users/profile/', { ...profile, timezone: 'Asia/Tokyo' })
    await until(who, [`SENT ${first}`])
  })
})

describe('D226: planned work that begins while an alert waits', () => {
  const silences = '/api/alerts/silences/'
  const silenced = async ({ browser }: Sleeper, hours: number) => {
    const to = new Date(site.clock.now() + hours * hour).toISOString()
    const answer = await browser.post(silences, { blockchain_id: 1, to, reason: 'Upgrade' })
    expect(answer.status).toBe(201)
    return answer.json<{ id: number }>().id
  }
  /** What the history says of somebody's alerts, the newest first. */
  const history = async ({ browser }: Sleeper) => {
    const items = (await browser.get('/api/alerts/history/1/')).json<AlertHistoryItem[]>()
    return items.map((one) => [one.id, one.silence_id, ...one.deliveries.map(({ state }) => state)])
  }

  test('D226: it holds back what it explains; jailed is told in the morning, the rest when the work is over', async () => {
    const who = await sleeper()
    await sleeps(who)
    const held = await who.raise(missed, 'WARNING')
    await until(who, [`QUEUED quiet_hours ${held}`])
    const grave = await who.raise(jailed, 'WARNING')
    await until(who, [`QUEUED quiet_hours ${held},${grave}`])
    const id = await silenced(who, 20)
    pass(8.5)
    await until(who, [`SENT ${grave}`, `SUPPRESSED silenced ${held}`])
    expect(await history(who)).toEqual([
      [grave, null, 'SENT'],
      [held, id, 'SUPPRESSED'],
    ])
    expect((await who.browser.get('/api/alerts/unacknowledged/1/')).json()).toEqual({ count: 1 })
    expect((await who.browser.delete(`${silences}${id}/`)).status).toBe(204)
    await until(who, [`SENT ${grave}`, `SENT ${held}`])
    expect(mailsTo(who)).toHaveLength(2)
  })

  test('D226: what was one message is held back alert by alert, and only what is still so is told', async () => {
    const who = await sleeper()
    await sleeps(who)
    const first = await who.raise(missed, 'WARNING')
    await until(who, [`QUEUED quiet_hours ${first}`])
    const over = await who.raise(missedMore, 'WARNING')
    await until(who, [`QUEUED quiet_hours ${first},${over}`])
    const id = await silenced(who, 20)
    pass(8.5)
    await until(who, [`SUPPRESSED silenced ${first}`, `SUPPRESSED silenced ${over}`])
    await site.platform.db.orm.execute(sql`update alert set ended_at = now() where id = ${over}`)
    await who.browser.delete(`${silences}${id}/`)
    await until(who, [`SUPPRESSED silenced ${over}`, `SENT ${first}`])
  })

  test('D226: work that is over by then holds nothing back', async () => {
    const who = await sleeper()
    await sleeps(who)
    const first = await who.raise(missed, 'WARNING')
    await until(who, [`QUEUED quiet_hours ${first}`])
    await silenced(who, 2)
    pass(8.5)
    await until(who, [`SENT ${first}`])
  })

  test('D226: an end whose beginning was told is told, whatever work there is', async () => {
    const who = await sleeper()
    const begun = await who.raise(missed, 'WARNING')
    await until(who, [`SENT ${begun}`])
    await sleeps(who)
    const end = await who.raise(signed, 'INFO')
    await until(who, [`SENT ${begun}`, `QUEUED quiet_hours ${end}`])
    await silenced(who, 20)
    pass(8.5)
    await until(who, [`SENT ${begun}`, `SENT ${end}`])
  })

  test('D226: reminders begin anew when it is told after all', async () => {
    const who = await sleeper()
    const escalation = {
      from_severity: 'WARNING',
      steps: [{ after_minutes: 5, who: 'EVERYONE', channels: ['EMAIL'] }],
      repeat: 0,
    }
    expect((await who.browser.put('/api/users/escalation/', { escalation })).status).toBe(200)
    await sleeps(who)
    const held = await who.raise(missed, 'WARNING')
    await until(who, [`QUEUED quiet_hours ${held}`])
    const id = await silenced(who, 20)
    const reminders = async () => {
      const [item] = (await who.browser.get('/api/alerts/history/1/')).json<AlertHistoryItem[]>()
      return item?.escalation && [item.escalation.ended_by, item.escalation.next_at !== null]
    }
    expect(await reminders()).toEqual(['SILENCED', false])
    pass(8.5)
    await until(who, [`SUPPRESSED silenced ${held}`])
    await who.browser.delete(`${silences}${id}/`)
    await until(who, [`SENT ${held}`])
    expect(await reminders()).toEqual([null, true])
  })
})

describe('GET and PUT quiet-hours', () => {
  const get = async ({ browser }: Sleeper) => (await browser.get(quietHours)).json<QuietHours>()

  test('D162: there are none at first; they are kept in the order of the week, and say until when it is quiet', async () => {
    const who = await sleeper()
    const none = { time_zone: null, windows: [], break_through: 'CRITICAL', is_quiet_until: null }
    expect(await get(who)).toEqual(none)
    const now = new Date(site.clock.now())
    const [window] = nightOf(2)
    if (!window) throw new Error('there is a window')
    const days = [...window.days].reverse()
    expect(await sleeps(who, { time_zone: 'UTC', windows: [{ ...window, days }] })).toBe(200)
    const ends = `${new Date(now.getTime() + 2 * hour).toISOString().slice(0, 16)}:00.000Z`
    expect(await get(who)).toEqual({
      time_zone: 'UTC',
      windows: [window],
      break_through: 'CRITICAL',
      is_quiet_until: ends,
    })
    // What was read can be sent back.
    expect((await who.browser.put(quietHours, await get(who))).status).toBe(200)
  })

  test.each([
    ['an unknown zone', { time_zone: 'Mars/Olympus' }, 'time_zone'],
    [
      'a week without a pause',
      { windows: [{ days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'], from: '00:00', to: '00:00' }] },
      'windows',
    ],
  ])('D162: %s is refused, and nothing changes', async (_what, over, field) => {
    const who = await sleeper()
    const answer = await who.browser.put(quietHours, {
      time_zone: null,
      windows: [],
      break_through: 'NONE',
      ...over,
    })
    expect([answer.status, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([400, [field]])
    expect((await get(who)).break_through).toBe('CRITICAL')
  })
})
