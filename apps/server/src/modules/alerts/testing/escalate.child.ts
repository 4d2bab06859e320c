import { deciding, type Outcome } from '@roundsman/alerting/deciding'
import { sql } from 'drizzle-orm'
import { systemFetch } from '../../../platform/clients/http-client.ts'
import { buildChildPlatform, print, stopWithTest } from '../../../testing/child-platform.ts'
import { createNotifications } from '../../notifications/notifications.public.ts'
import { escalate } from '../escalation/escalate.loop.ts'
import { savePolicy } from '../escalation/escalation.store.ts'
import { copyToMembers } from '../entries/entry.store.ts'
import { saveOnCall } from '../on-call/on-call.store.ts'
import { createAlertRig, subscribe } from './alert-rig.ts'
import { someOutcome } from './some-outcome.ts'
import { addValidator } from './some-validators.ts'

// A process that does the steps of escalations, to be killed: `begin <count>` raises alerts for a reader with reminders, `begin
// <count> team` for a team of three of whom one is on call, which asks them and then everyone, `begin <count> incidents` so many incidents of
// two alerts each, of which the second says nothing new; `steps <hours> <where>` does
// what is due by a database's clock so far ahead, and at `write <n>` (inside the n-th transaction, its rows written) or
// `commit <n>` (behind it) stands still until it is killed; `report` prints of each alert its steps and its reminders.
const [, , mode, argument = '0', where = 'none', at = '0'] = process.argv
const ahead = mode === 'steps' ? Number(argument) * 3_600_000 : 0
const email = 'ada@example.org'
/** Jail within an hour, and half of the window missed. */
const incident = [1231, 1061]

const built = await buildChildPlatform(systemFetch)
const db = {
  ...built.db,
  now: () => sql`statement_timestamp() + make_interval(secs => ${ahead / 1000}::float8)`,
}
const notifications = createNotifications({ ...built, db })
const standStill = () => new Promise<never>(() => undefined)

async function addReader(): Promise<void> {
  await subscribe(db, { email, settings: [2011, ...incident] })
  const { rows } = await db.orm.execute<{ id: number }>(
    sql`select id from user_account where email = ${email}`,
  )
  await db.transaction((tx) =>
    savePolicy(tx, rows[0]?.id ?? 0, {
      from_severity: 'WARNING',
      steps: [{ after_minutes: 5, who: 'EVERYONE', channels: ['EMAIL'] }],
      repeat: 5,
    }),
  )
}

async function addTeam(): Promise<void> {
  await db.orm.execute(sql`insert into team (name, created_at) values ('Night watch', now())`)
  for (const name of ['ann', 'ben', 'cem'])
    await subscribe(db, { email: `${name}@example.org`, settings: [] })
  await db.orm.execute(sql`
    insert into team_member select team.id, u.id, 'MEMBER', now() from team, user_account u`)
  await db.orm.execute(sql`
    insert into alert_entry (team_id, network_id, setting_id, channels, created_at)
    select id, 9, 2011, '{EMAIL}', now() from team`)
  const step = { after_minutes: 5, channels: ['EMAIL' as const] }
  await db.transaction(async (tx) => {
    await copyToMembers(tx, sql`now()`, { teamId: 1 })
    await saveOnCall(tx, 1, {
      time_zone: 'UTC',
      rotation: { members: [1], every: 'WEEK', hand_over: { at: '00:00' }, starts_on: '2020-01-01' },
      overrides: [],
      escalation: {
        from_severity: 'WARNING',
        steps: [
          { ...step, who: 'ON_CALL' },
          { ...step, who: 'EVERYONE' },
        ],
        repeat: 5,
      },
    })
  })
}

/** Jail stays where it was. */
async function addIncident(target: Outcome['target'], height: number): Promise<void> {
  for (const [minutes, settingId] of incident.entries()) {
    const outcome = someOutcome({ settingId, target, height })
    const at = outcome.at + 2 * minutes * 60_000
    const row = { began_at: outcome.at, consecutive_missed: 20, seconds_to_jail: 1_800 - 2 * minutes * 60 }
    const evidence = { ...outcome.evidence, ...row, observed_at: at }
    await db.transaction((tx) =>
      createAlertRig(db).raise(tx, 9, [{ ...outcome, at, since: at, evidence }], deciding.begin(1)),
    )
  }
}

if (mode === 'begin') {
  await (where === 'team' ? addTeam() : addReader())
  const targetOf = async (operator: string) => {
    const id = await addValidator(db.orm, { networkId: 9, operator })
    return { key: `validator:${id}`, type: 'VALIDATOR' as const, id }
  }
  const target = await targetOf('ada')
  if (where === 'incidents')
    for (let height = 1; height <= Number(argument); height += 1)
      await addIncident(await targetOf(`v${height}`), height)
  for (let height = 1; where !== 'incidents' && height <= Number(argument); height += 1)
    await db.transaction((tx) =>
      createAlertRig(db).raise(tx, 9, [someOutcome({ settingId: 2011, target, height })], deciding.begin(1)),
    )
  print('begun')
}
if (mode === 'steps') {
  let [writes, commits] = [0, 0]
  const fanOut: typeof notifications.fanOut = async (tx, rows) => {
    await notifications.fanOut(tx, rows)
    writes += 1
    if (where === 'write' && writes === Number(at)) {
      print('standing')
      await standStill()
    }
  }
  const onFailed = (_of: unknown, error: unknown) => {
    throw error
  }
  while ((await escalate(db, { fanOut, channels: ['EMAIL'], accessOf: () => 'ANY' }, onFailed, 2)) > 0) {
    commits += 1
    if (where === 'commit' && commits === Number(at)) {
      print('standing')
      await standStill()
    }
  }
  print('done')
}
if (mode === 'report') {
  const { rows } = await db.orm.execute<{ line: string }>(sql`
    select concat_ws(' ', x.alert_id, x.step, count(r.reference), count(distinct (r.user_id, r.reference)) filter (where r.reference is not null)) as line
    from alert_escalation x
    left join (
      select d.user_id, d.reference from delivery d where d.kind = 'reminder'
      union all
      select d.user_id, a.reference
      from delivery_also a join delivery d on d.id = a.delivery_id where d.kind = 'reminder'
    ) r on split_part(r.reference, '/', 1) = x.alert_id::text
    group by x.alert_id, x.step order by x.alert_id`)
  for (const { line } of rows) print(`alert ${line}`)
  print('reported')
}

stopWithTest(() => db.close())
