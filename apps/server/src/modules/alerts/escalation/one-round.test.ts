import type { Outcome } from '@roundsman/alerting/deciding'
import { sql } from 'drizzle-orm'
import type { TeamStep } from '@roundsman/contract/alerts/on-call'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testNetwork } from '../../../testing/test-catalogue.ts'
import { copyToMembers } from '../entries/entry.store.ts'
import { saveOnCall } from '../on-call/on-call.store.ts'
import { readHistory } from '../history/read-history.ts'
import { acknowledge } from '../record/history.store.ts'
import { subscribe } from '../testing/alert-rig.ts'
import { addTeam, createEscalationRig, type EscalationRig } from '../testing/escalation-rig.ts'
import { addPhone } from '../testing/some-validators.ts'
import { endEscalations, savePolicy } from './escalation.store.ts'
import { createReminderComposer } from './remind.ts'

/** Half of the window missed, ten blocks in a row, jail within an hour; jailed; less stake. */
const [half, tenInARow, jailSoon, jailed, stakeFell] = [1061, 1141, 1231, 2011, 5021]
const minute = 60_000
const email = 'ada@example.org'

let rig: EscalationRig
beforeAll(async () => {
  rig = await createEscalationRig()
})
afterAll(() => rig.close())
beforeEach(() => rig.reset())

const row = (began_at: number, secondsToJail: number, inARow = 10) => ({
  evidence: {
    ...{
      assurance: 'PROVEN' as const,
      host: 'rpc.example.org',
      observed_at: 0,
      value: null,
      threshold: null,
    },
    ...{ began_at, consecutive_missed: inARow, seconds_to_jail: secondsToJail },
  },
})
/** A step of the row of missed blocks that began then, with jail where it was from the start: eight minutes after that. */
const raise = (settingId: number, began: number, over: Partial<Outcome> = {}) =>
  rig.raise(settingId, { ...row(began, (began + 8 * minute - rig.clock.now()) / 1000), ...over })

/** References of the reminders in the order in which they were written. */
async function reminders(): Promise<string[]> {
  const { rows } = await rig.db.orm.execute<{ reference: string }>(sql`
    select reference from delivery where kind = 'reminder' order by id`)
  return rows.map(({ reference }) => reference)
}
async function says(
  userId: number,
  ...[reference, ...others]: readonly [string, ...string[]]
): Promise<string> {
  const networks = { byId: () => testNetwork({ blockchain_id: 9, name: 'Celestia' }) }
  const compose = createReminderComposer(rig.db, networks, { of: async () => new Map() })
  const of = { channel: 'sms', recipient: '', userId, language: 'en' as const, createdAt: new Date(0) }
  const how = { hasWaited: false, waitedBeside: null, isRepeated: false }
  return JSON.stringify(await compose({ ...of, ...how, references: [reference, ...others] }))
}

describe('D333: one clock and one round of steps for an incident', () => {
  let userId: number
  beforeEach(async () => {
    await subscribe(rig.db, {
      email,
      settings: [half, tenInARow, jailSoon, jailed, stakeFell],
      channels: ['EMAIL'],
      validatorKey: 'ada',
    })
    await addPhone(rig.db.orm, email, '+442079460958')
    userId = await rig.only<number>(sql`select id as value from user_account where email = ${email}`)
    await wants(1, 2)
  })
  const wants = (...minutes: number[]) =>
    rig.db.transaction((tx) =>
      savePolicy(tx, userId, {
        from_severity: 'WARNING',
        repeat: 0,
        steps: minutes.map((after_minutes) => ({ after_minutes, who: 'EVERYONE', channels: ['SMS'] })),
      }),
    )
  const history = () => {
    const network = { byId: () => testNetwork({ blockchain_id: 9, name: 'Celestia' }) }
    const all = {
      before: undefined,
      type: undefined,
      blockchain_validator_id: undefined,
      bridge_id: undefined,
    }
    return readHistory(rig.db, network, { ...all, userId, networkId: 9, limit: 3, language: 'en' })
  }
  const acknowledges = (id: number) =>
    rig.db.transaction(async (tx) => {
      await acknowledge(tx, rig.db.now(), { userId, alertIds: [id], via: 'PAGE' })
      await endEscalations(tx, rig.db.now(), { userId })
    })

  test('a later step that says nothing new takes the round as it stands, also when that is over', async () => {
    const began = rig.clock.now()
    const soon = await raise(jailSoon, began)
    await rig.after(1)
    await rig.clock.advance(minute)
    const share = await raise(half, began)
    expect(await rig.standing(share)).toEqual([0, 1, null])
    await rig.after(1)
    const ten = await raise(tenInARow, began)
    await rig.after(1)
    await rig.after(5)
    expect(await reminders()).toEqual([`${soon}/1/1`, `${soon}/1/2`])
    // The history says of each how many reminders there were.
    for (const item of await history())
      expect(item.escalation).toMatchObject({ step: 2, ended_by: 'EXHAUSTED' })
    for (const id of [soon, share, ten])
      expect((await rig.standing(id))?.slice(1)).toEqual([null, 'EXHAUSTED'])
  })

  test('what goes on when the other is over does the steps that are left, and says how long it is since the first alert', async () => {
    await wants(1, 2, 4)
    const began = rig.clock.now()
    const soon = await raise(jailSoon, began)
    await rig.after(1)
    await rig.after(0.5)
    const share = await raise(half, began)
    await rig.after(1.5)
    await rig.db.orm.execute(sql`update alert set ended_at = now() where id = ${soon}`)
    await rig.after(4)
    expect(await reminders()).toEqual([`${soon}/1/1`, `${soon}/1/2`, `${share}/1/1`])
    expect(await says(userId, `${share}/1/1`)).toContain('Not acknowledged for 7')
    expect(await rig.standing(share)).toEqual([1, null, 'EXHAUSTED'])
  })

  test('a jailing begins the steps anew, with the clock of the first alert', async () => {
    const began = rig.clock.now()
    await raise(jailSoon, began)
    await raise(half, began)
    await rig.after(1)
    await rig.after(2)
    await rig.clock.advance(5 * minute)
    const jail = await rig.raise(jailed)
    expect(await rig.standing(jail)).toEqual([0, 1, null])
    await rig.after(1)
    expect(await says(userId, `${jail}/1/1`)).toContain('Not acknowledged for 9')
    await rig.after(2)
    expect((await reminders()).slice(2)).toEqual([`${jail}/1/1`, `${jail}/1/2`])
  })

  test('so does what is graver, and takes along what runs: one message for each step', async () => {
    const began = rig.clock.now()
    const soon = await raise(jailSoon, began, { severity: 'WARNING' })
    await rig.clock.advance(minute / 2)
    const share = await raise(half, began)
    for (let half = 0; half < 12; half += 1) await rig.after(0.5)
    expect(await reminders()).toEqual([`${share}/1/1`, `${share}/1/2`])
    expect((await rig.standing(soon))?.slice(1)).toEqual([null, 'EXHAUSTED'])
  })

  test('where jail has come nearer than was told the steps are not lost that are over', async () => {
    const began = rig.clock.now()
    await raise(tenInARow, began, row(began, 6 * 3_600))
    await rig.after(1)
    await rig.after(2)
    const soon = await raise(jailSoon, began)
    await rig.after(1)
    expect((await reminders()).slice(2)).toEqual([`${soon}/1/1`])
    expect(await says(userId, `${soon}/1/1`)).toContain('Not acknowledged for 4')
  })

  test('what comes after an acknowledgement has a clock of its own', async () => {
    const began = rig.clock.now()
    await acknowledges(await raise(jailSoon, began))
    await rig.clock.advance(5 * minute)
    const jail = await rig.raise(jailed)
    await rig.after(1)
    expect(await says(userId, `${jail}/1/1`)).toContain('Not acknowledged for 1')
  })

  test('processes that look at once do a step of an incident once', async () => {
    await wants(1, 1, 1)
    const began = rig.clock.now()
    await raise(jailSoon, began)
    await raise(half, began)
    await raise(tenInARow, began)
    for (let step = 1; step <= 4; step += 1) {
      await rig.clock.advance(minute)
      await Promise.all([rig.pass(), rig.pass(), rig.pass()])
    }
    expect(await reminders()).toHaveLength(3)
  })

  test('where its step cannot be written the next of the incident does it', async () => {
    await wants(3)
    const began = rig.clock.now()
    const soon = await raise(jailSoon, began)
    await rig.clock.advance(2 * minute)
    const share = await raise(half, began)
    rig.broken = [soon]
    await rig.after(1)
    expect(await reminders()).toEqual([`${share}/1/1`])
  })

  test('so it does where what cannot be written came later, and is graver', async () => {
    await wants(3)
    const began = rig.clock.now()
    const soon = await raise(jailSoon, began, { severity: 'WARNING' })
    await rig.clock.advance(2 * minute)
    const share = await raise(half, began)
    rig.broken = [share]
    await rig.after(3)
    expect(await reminders()).toEqual([`${soon}/1/1`])
    rig.broken = []
    await rig.after(1)
    await rig.after(5)
    expect(await reminders()).toEqual([`${soon}/1/1`])
  })

  test('one message about two incidents says how long the older one is not acknowledged', async () => {
    await wants(1, 4)
    const soon = await raise(jailSoon, rig.clock.now())
    await rig.after(1)
    await rig.clock.advance(3 * minute)
    const fell = await rig.raise(stakeFell)
    await rig.after(1)
    expect(await says(userId, `${soon}/1/2`, `${fell}/1/1`)).toContain('Not acknowledged for 5')
    expect(await says(userId, `${fell}/1/1`)).toContain('Not acknowledged for 1')
  })
})

describe('D333: of a team', () => {
  const [team, ann] = [1, 1]
  beforeEach(async () => {
    await addTeam(rig, ['ann', 'ben'])
    for (const setting of [half, jailSoon, jailed])
      await rig.db.orm.execute(sql`
        insert into alert_entry (team_id, network_id, validator_key, setting_id, channels, created_at)
        values (${team}, 9, 'ada', ${setting}, '{SMS,VOICE}', now())`)
    await rig.db.transaction((tx) => copyToMembers(tx, sql`now()`, { teamId: team }))
    const step = (after_minutes: number, who: TeamStep['who']): TeamStep => ({
      after_minutes,
      who,
      channels: ['SMS', 'VOICE'],
    })
    await rig.db.transaction((tx) =>
      saveOnCall(tx, team, {
        time_zone: 'UTC',
        rotation: { members: [ann], every: 'WEEK', hand_over: { at: '00:00' }, starts_on: '2020-01-01' },
        overrides: [],
        escalation: { from_severity: 'WARNING', repeat: 0, steps: [step(1, 'ON_CALL'), step(2, 'EVERYONE')] },
      }),
    )
  })
  /** Phones that an alert, or the steps of it, rang or texted. */
  const rung = async (id: number, kind: 'alert' | 'reminder'): Promise<string[]> => {
    const { rows } = await rig.db.orm.execute<{ line: string }>(sql`
      select concat_ws(' ', split_part(u.email, '@', 1), d.channel) as line
      from delivery d join user_account u on u.id = d.user_id
      where d.kind = ${kind} and split_part(d.reference, '/', 1) = ${String(id)} and d.state = 'QUEUED' and d.channel <> 'email'
      order by 1`)
    return rows.map(({ line }) => line)
  }
  /** By both steps. */
  const both = ['ann sms', 'ann sms', 'ann voice', 'ann voice', 'ben sms', 'ben voice']

  test('A147: whom the steps have called by then is not called at once by what says nothing new; a jailing calls everyone by its own', async () => {
    const began = rig.clock.now()
    const soon = await raise(jailSoon, began)
    await rig.after(1)
    await rig.after(2)
    expect(await rung(soon, 'reminder')).toEqual(both)
    const share = await raise(half, began)
    expect(await rung(share, 'alert')).toEqual(['ann sms', 'ann voice'])
    await rig.clock.advance(5 * minute)
    const jail = await rig.raise(jailed)
    expect(await rung(jail, 'alert')).toEqual(['ann sms', 'ann voice'])
    await rig.after(1)
    await rig.after(2)
    expect(await rung(share, 'reminder')).toEqual([])
    expect(await rung(jail, 'reminder')).toEqual(both)
  })
})
