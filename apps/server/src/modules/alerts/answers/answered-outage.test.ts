import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { copyToMembers } from '../entries/entry.store.ts'
import { saveOnCall } from '../on-call/on-call.store.ts'
import { countUnacknowledged } from '../record/history.store.ts'
import { subscribe } from '../testing/alert-rig.ts'
import { addTeam, createEscalationRig, type EscalationRig } from '../testing/escalation-rig.ts'
import { afterSettling as after, begins, createFlapping, ends, type Flapping } from '../testing/flapping.ts'
import { acknowledgeAll, afterAnswer } from './answer-alert.ts'

/** Shares of the window, blocks in a row, jail near, jailed. */
const [five, ten, three, fifty, sixHours, oneHour, jailed] = [103, 104, 112, 115, 122, 123, 201]
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Everything that leads to jail, by every channel. */
async function operated(): Promise<Flapping> {
  const all = [five, ten, three, fifty, sixHours, oneHour, jailed].map(begins)
  return createFlapping(database, {
    EMAIL: [...all, ends(three)],
    SMS: [...all, ends(three)],
    VOICE: all,
  })
}

/** So many minutes until jail, of a row of misses that began then; null: nobody knows. */
const missing = (began: number, minutesToJail: number | null) => ({
  ...{ began_at: began, consecutive_missed: 4 },
  seconds_to_jail: minutesToJail === null ? null : minutesToJail * 60,
})

const now = (rig: Flapping) => rig.ledger.clock.now()

/** A step of the outage, a minute after what was before. */
async function step(rig: Flapping, condition: number, began: number, toJail: number | null) {
  const id = await rig.turn(condition, true, missing(began, toJail))
  await rig.dispatch()
  await after(rig, 1.5)
  return id
}
const rung = (rig: Flapping) => [rig.sent.voice.length, rig.sent.sms.length, rig.sent.email.length]
/** How alerts stand with their reader. */
async function answered(rig: Flapping): Promise<string[]> {
  const { rows } = await rig.ledger.db.orm.execute<{ line: string }>(sql`
    select a.setting_id || coalesce(' ' || r.acknowledged_via || ' ' || r.acknowledged_by, '') as line
    from alert_recipient r join alert a on a.id = r.alert_id where r.user_id = 1 order by a.id`)
  return rows.map(({ line }) => line)
}
const unanswered = (rig: Flapping) =>
  countUnacknowledged(rig.ledger.db.orm, rig.ledger.db.now(), { userId: 1, networkId: 1, most: 100 })

describe('E340: an acknowledgement of missed blocks answers their outage', () => {
  test('no later step rings or is messaged, nor asks to be acknowledged; programs get each, and the history says why', async () => {
    const rig = await operated()
    const began = now(rig)
    await step(rig, three, began, 500)
    expect(rung(rig)).toEqual([1, 1, 1])
    await rig.pressOne()
    const answeredAt = now(rig)
    for (const [condition, toJail] of [
      [five, 480],
      [sixHours, 350],
      [ten, 300],
      [fifty, 200],
    ] as const)
      await step(rig, condition, began, toJail)
    expect(rung(rig)).toEqual([1, 1, 1])
    expect(rig.sent.webhook).toHaveLength(5)
    for (const channel of ['voice', 'sms', 'email'] as const)
      expect((await rig.rows(channel)).slice(1)).toEqual(
        [five, sixHours, ten, fifty].map((one) => `SUPPRESSED acknowledged ${begins(one)}`),
      )
    expect(await answered(rig)).toEqual(
      [three, five, sixHours, ten, fifty].map((one) => `${begins(one)} CALL 1`),
    )
    expect(await unanswered(rig)).toBe(0)
    const { rows } = await rig.ledger.db.orm.execute<{ at: number }>(sql`
      select distinct (extract(epoch from acknowledged_at) * 1000)::float8 as at from alert_recipient`)
    expect(rows).toEqual([{ at: answeredAt }])
  })

  test('what was there when it was said is answered, too, be it graver or later', async () => {
    const rig = await operated()
    const began = now(rig)
    const first = await rig.turn(three, true, missing(began, 500))
    await rig.dispatch()
    await after(rig, 2)
    await rig.turn(ten, true, missing(began, 480))
    await rig.turn(fifty, true, missing(began, 50))
    await rig.dispatch()
    const { db } = rig.ledger
    await db.transaction(async (tx) => {
      const { alertIds } = await acknowledgeAll(tx, db.now(), { userId: 1, alertIds: [first], via: 'MAIL' })
      await afterAnswer(tx, db, 1, alertIds)
    })
    expect(await answered(rig)).toEqual([
      `${begins(three)} MAIL 1`,
      `${begins(ten)} MAIL 1`,
      String(begins(fifty)),
    ])
  })

  test('another outage rings, be the first one’s share of the window still missed', async () => {
    const rig = await operated()
    const began = now(rig)
    await step(rig, three, began, 500)
    await rig.pressOne()
    await step(rig, five, began, 480)
    await rig.turn(three, false, { began_at: began })
    await rig.dispatch()
    await after(rig, 90)
    const before = rung(rig)
    await step(rig, three, now(rig), 500)
    const told = rung(rig)
    expect(told).toEqual(before.map((count) => count + 1))
    // Nobody has answered that.
    await step(rig, ten, now(rig) - 90_000, 400)
    expect(rung(rig)).toEqual(told.map((count) => count + 1))
    expect((await answered(rig)).slice(-2)).toEqual([String(begins(three)), String(begins(ten))])
  })

  test('what nobody knows to be of that outage rings; so does what follows one block that asked for no answer', async () => {
    const rig = await operated()
    const began = now(rig)
    await step(rig, three, began, 500)
    await rig.pressOne()
    await rig.turn(ten, true, { consecutive_missed: 4, seconds_to_jail: 24_000 })
    await rig.dispatch()
    expect(rung(rig)).toEqual([2, 2, 2])
    await after(rig, 2)
    await step(rig, fifty, began, null)
    expect(rung(rig)).toEqual([3, 3, 3])
    await rig.ledger.db.orm.execute(
      sql`update alert set severity = 'INFO' where setting_id = ${begins(three)}`,
    )
    await step(rig, sixHours, began, 350)
    expect(rung(rig)).toEqual([4, 4, 4])
  })

  test('no reminder of it begins', async () => {
    const rig = await operated()
    await rig.ledger.db.orm.execute(sql`
      insert into alert_escalation_policy (user_id, from_severity, steps, repeat)
      values (1, 'WARNING', '[{"after_minutes": 5, "channels": ["SMS"]}]', 0)`)
    const began = now(rig)
    await step(rig, three, began, 500)
    await rig.pressOne()
    await step(rig, ten, began, 400)
    const { rows } = await rig.ledger.db.orm.execute(sql`select ended_by from alert_escalation`)
    expect(rows).toEqual([{ ended_by: 'ACKNOWLEDGED' }])
  })
})

describe('E341: what an acknowledgement leaves out', () => {
  test('jail within an hour rings once where what was answered did not say it, and by then other steps are answered by its own', async () => {
    const rig = await operated()
    const began = now(rig)
    await step(rig, three, began, 80)
    await rig.pressOne()
    await step(rig, ten, began, 61)
    expect(rung(rig)).toEqual([1, 1, 1])
    await step(rig, oneHour, began, 59)
    expect(rung(rig)).toEqual([2, 2, 2])
    await rig.pressOne()
    await step(rig, fifty, began, 40)
    expect(rung(rig)).toEqual([2, 2, 2])
    await rig.turn(jailed, true)
    await rig.dispatch()
    expect(rung(rig)).toEqual([3, 3, 3])
  })

  test('where the message that was answered said it, nothing rings but the jailing', async () => {
    const rig = await operated()
    const began = now(rig)
    await step(rig, three, began, 8)
    await rig.pressOne()
    for (const condition of [five, oneHour, ten]) await step(rig, condition, began, 5)
    expect(rung(rig)).toEqual([1, 1, 1])
    await rig.turn(jailed, true)
    await rig.dispatch()
    expect(rung(rig)).toEqual([2, 2, 2])
  })

  test('who muted it is told of what goes on when that ends', async () => {
    const rig = await operated()
    const began = now(rig)
    await step(rig, three, began, 900)
    await rig.pressTwo()
    await step(rig, five, began, 880)
    expect((await answered(rig)).at(-1)).toBe(String(begins(five)))
    expect(await rig.rows('sms')).toContain(`SUPPRESSED muted ${begins(five)}`)
    await after(rig, 60)
    expect(rig.sent.sms.at(-1)?.about.map(({ settingId }) => settingId)).toEqual([begins(five)])
  })
})

describe('E353: an acknowledgement of a bridge that is behind, or stands', () => {
  const [behind, farBehind, stalled] = [802, 803, 811]
  const say = async (rig: Flapping, id: number) => {
    const { db } = rig.ledger
    await db.transaction(async (tx) => {
      const { alertIds } = await acknowledgeAll(tx, db.now(), { userId: 1, alertIds: [id], via: 'CALL' })
      await afterAnswer(tx, db, 1, alertIds)
    })
  }
  async function frozen() {
    const rig = await createFlapping(database, { EMAIL: [behind, farBehind, stalled].map(begins) })
    const ids = []
    for (const condition of [behind, stalled, farBehind]) {
      ids.push(await rig.turn(condition, true))
      await rig.dispatch()
      await after(rig, 1.5)
    }
    return { rig, ids }
  }

  test('answers what was there of its incident, as grave or less', async () => {
    const { rig, ids } = await frozen()
    expect(await unanswered(rig)).toBe(1)
    await say(rig, ids[1] ?? 0)
    expect(await answered(rig)).toEqual([behind, stalled, farBehind].map((one) => `${begins(one)} CALL 1`))
    expect(await unanswered(rig)).toBe(0)
  })

  test('but none that is graver, nor of another incident', async () => {
    const { rig, ids } = await frozen()
    const { orm } = rig.ledger.db
    await orm.execute(sql`update alert set severity = 'WARNING' where id = ${ids[1]}`)
    await orm.execute(sql`update alert set severity = 'CRITICAL' where id = ${ids[2]}`)
    await orm.execute(sql`update alert set incident_id = ${ids[1]} where id <> ${ids[0]}`)
    await say(rig, ids[1] ?? 0)
    expect(await answered(rig)).toEqual([
      String(begins(behind)),
      `${begins(stalled)} CALL 1`,
      String(begins(farBehind)),
    ])
  })
})

describe('E340: of a team', () => {
  const [ann, ben, team] = [1, 2, 1]
  let rig: EscalationRig
  beforeAll(async () => {
    rig = await createEscalationRig()
  })
  afterAll(() => rig.close())
  beforeEach(async () => {
    await rig.reset()
    await addTeam(rig, ['ann', 'ben'])
    await plans()
  })
  const plans = (askAgainMinutes?: number) =>
    rig.db.transaction((tx) =>
      saveOnCall(tx, team, {
        time_zone: 'UTC',
        rotation: { members: [ann], every: 'WEEK', hand_over: { at: '00:00' }, starts_on: '2020-01-01' },
        overrides: [],
        escalation: {
          ...{ from_severity: 'WARNING', repeat: 0 },
          steps: [{ after_minutes: 5, who: 'EVERYONE', channels: ['SMS'] }],
          ...(askAgainMinutes !== undefined && { ask_again_minutes: askAgainMinutes }),
        },
      }),
    )
  const ofTeam = async (...conditions: number[]) => {
    for (const condition of conditions)
      await rig.db.orm.execute(sql`
        insert into alert_entry (team_id, network_id, validator_key, setting_id, channels, created_at)
        values (${team}, 9, 'ada', ${begins(condition)}, '{SMS}', now())`)
    await rig.db.transaction((tx) => copyToMembers(tx, sql`now()`, { teamId: team }))
  }
  const raise = (condition: number, began: number, toJail: number) =>
    rig.raise(begins(condition), {
      evidence: {
        ...{ assurance: 'PROVEN', host: null, observed_at: 0, value: null, threshold: null },
        ...missing(began, toJail),
      },
    })
  const says = (userId: number, id: number) =>
    rig.db.transaction(async (tx) => {
      const { alertIds } = await acknowledgeAll(tx, rig.db.now(), { userId, alertIds: [id], via: 'PAGE' })
      await afterAnswer(tx, rig.db, userId, alertIds)
    })
  /** Of each reader of an alert, who acknowledged it, and how their SMS stands. */
  async function standing(id: number): Promise<string[]> {
    const { rows } = await rig.db.orm.execute<{ line: string }>(sql`
      select concat_ws(' ', r.user_id, r.acknowledged_by, d.state, d.detail) as line from alert_recipient r
      join delivery d on d.user_id = r.user_id and d.kind = 'alert' and d.reference = r.alert_id::text
      where r.alert_id = ${id} order by r.user_id`)
    return rows.map(({ line }) => line)
  }

  test('one member’s acknowledgement is that of all for later steps, and nobody is asked', async () => {
    await ofTeam(three, ten)
    const began = rig.clock.now()
    const first = await raise(three, began, 500)
    await rig.after(1)
    await says(ann, first)
    await rig.after(1)
    const later = await raise(ten, began, 400)
    expect(await standing(later)).toEqual([
      `${ann} ${ann} SUPPRESSED acknowledged`,
      `${ben} ${ann} SUPPRESSED acknowledged`,
    ])
    expect(await rig.standing(later)).toBeNull()
  })

  test('what a member answered that was theirs alone answers no step of the team', async () => {
    await subscribe(rig.db, { email: 'ann@example.org', settings: [begins(three)], networkId: 9 })
    await ofTeam(ten)
    const began = rig.clock.now()
    const first = await raise(three, began, 500)
    await rig.after(1)
    await says(ann, first)
    await rig.after(1)
    const later = await raise(ten, began, 400)
    expect(await standing(later)).toEqual([`${ann} QUEUED`, `${ben} SUPPRESSED on_call`])
    expect(await rig.standing(later)).toEqual([0, 5, null])
  })

  test('D204: once it is taken back since no end followed, later steps ring again', async () => {
    await ofTeam(three, ten, fifty)
    await plans(30)
    const began = rig.clock.now()
    const first = await raise(three, began, 900)
    await rig.after(1)
    await says(ann, first)
    await rig.after(1)
    await raise(ten, began, 800)
    await rig.goesOn(begins(three))
    await rig.after(30)
    const later = await raise(fifty, began, 700)
    expect(await standing(later)).toEqual([`${ann} QUEUED`, `${ben} SUPPRESSED on_call`])
  })
})
