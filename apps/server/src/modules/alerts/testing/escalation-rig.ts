import type { NetworkAccess } from '@roundsman/contract/accounts/abilities'
import { deciding, type Outcome } from '@roundsman/alerting/deciding'
import { notificationChannels } from '@roundsman/contract/accounts/accounts'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/database.ts'
import { createManualClock, type ManualClock } from '../../../testing/manual-clock.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { withClock } from '../../../testing/with-clock.ts'
import { insertFanOut } from '../../notifications/ledger/enqueue.store.ts'
import { escalate } from '../escalation/escalate.loop.ts'
import { createAlertRig, subscribe } from './alert-rig.ts'
import { someOutcome } from './some-outcome.ts'
import { addPhone, addValidator } from './some-validators.ts'

const minute = 60_000

/** The steps of escalations on the ledger's own statement, without its dispatchers, by a clock that the test moves. */
export interface EscalationRig {
  /** With the time of the clock. */
  db: Database
  clock: ManualClock
  /** Of the network 9, called `ada`. */
  validator: number
  /** Alerts whose steps could not be written. */
  failures: number[]
  /** Steps of these alerts cannot be written. */
  broken: readonly number[]
  /** Who may read the network; null: the catalogue does not name it. */
  access: NetworkAccess | null
  /** As if nothing had happened, with a new clock. */
  reset(): Promise<void>
  /** The first value of the first row. */
  only<T>(query: ReturnType<typeof sql>): Promise<T>
  /** Something is decided now; gives the alert's id. */
  raise(settingId: number, over?: Partial<Outcome>): Promise<number>
  /** Several are decided at once; gives the ids of their alerts, in this order. */
  raiseAll(several: readonly (readonly [settingId: number, over?: Partial<Outcome>])[]): Promise<number[]>
  /** What a process does when it looks. */
  pass(): Promise<number>
  /** Time goes on, and a process looks. */
  after(minutes: number): Promise<number>
  /** How the escalation of an alert stands: steps done, minutes until the next, what ended it. */
  standing(id: number): Promise<[number, number | null, string | null] | null>
  /** That the alerts of a setting go on is known. */
  goesOn(settingId: number): Promise<void>
  close(): Promise<void>
}

/** Makes the first team, with members who have a phone each; users and team are numbered from 1. */
export async function addTeam({ db }: Pick<EscalationRig, 'db'>, names: readonly string[]): Promise<void> {
  await db.orm.execute(sql`insert into team (name, created_at) values ('Night watch', now())`)
  for (const [index, name] of names.entries()) {
    await subscribe(db, { email: `${name}@example.org`, settings: [] })
    await addPhone(db.orm, `${name}@example.org`, `+44207946080${index}`)
    await db.orm.execute(sql`insert into team_member values (1, ${index + 1}, 'MEMBER', now())`)
  }
}

export async function createEscalationRig(): Promise<EscalationRig> {
  const database = await createTestDatabase()
  const validator = await addValidator(database.db.orm, { networkId: 9, operator: 'ada' })
  let height = 100
  const clock = createManualClock()
  const rig: EscalationRig = {
    clock,
    db: withClock(database.db, clock),
    validator,
    failures: [],
    broken: [],
    access: 'ANY',
    async reset() {
      await database.db.orm.execute(sql`
        truncate user_account, team, alert_entry, alert_recipient, alert_mute, alert_silence, alert_escalation, alert, alert_network, delivery
        restart identity cascade`)
      rig.clock = createManualClock()
      rig.db = withClock(database.db, rig.clock)
      rig.failures = []
      rig.broken = []
      rig.access = 'ANY'
    },
    async only<T>(query: ReturnType<typeof sql>) {
      const { rows } = await rig.db.orm.execute<{ value: T }>(query)
      const [row] = rows
      if (!row) throw new Error('nothing was found')
      return row.value
    },
    async raise(settingId, over = {}) {
      await rig.raiseAll([[settingId, over]])
      return rig.only<number>(sql`select coalesce(max(id), 0)::int as value from alert`)
    },
    async raiseAll(several) {
      height += 1
      const target = { key: `validator:${validator}`, type: 'VALIDATOR' as const, id: validator }
      const outcomes = several.map(([settingId, over = {}]) => {
        const outcome = { ...someOutcome({ settingId, target, height }), at: rig.clock.now(), ...over }
        return { ...outcome, evidence: { ...outcome.evidence, observed_at: rig.clock.now() } }
      })
      await rig.db.transaction((tx) => createAlertRig(rig.db).raise(tx, 9, outcomes, deciding.begin(1)))
      const { rows } = await rig.db.orm.execute<{ id: number; key: string }>(
        sql`select id::int, occurrence as key from alert`,
      )
      return outcomes.flatMap(({ key }) => rows.filter((row) => row.key === key).map(({ id }) => id))
    },
    pass: () =>
      escalate(
        rig.db,
        {
          fanOut: async (tx, fanOut) => {
            await insertFanOut(tx, rig.db.now(), fanOut)
            const { rows } = await tx.execute<{ id: number }>(
              sql`select split_part(reference, '/', 1)::int as id from delivery where kind = 'reminder'`,
            )
            if (rows.some(({ id }) => rig.broken.includes(id))) throw new Error('it cannot be written')
          },
          channels: notificationChannels,
          accessOf: () => rig.access,
        },
        ({ alertId }) => rig.failures.push(alertId),
      ),
    async after(minutes) {
      await rig.clock.advance(minutes * minute)
      return rig.pass()
    },
    async standing(id) {
      const { rows } = await rig.db.orm.execute<{
        step: number
        left: number | null
        ended: string | null
      }>(sql`
        select step, (extract(epoch from due_at - ${rig.db.now()}) / 60)::float8 as left, ended_by as ended
        from alert_escalation where alert_id = ${id} order by id desc`)
      const [row] = rows
      return row ? [row.step, row.left, row.ended] : null
    },
    async goesOn(settingId) {
      const state = { conditions: { [Math.floor(settingId / 10)]: { is: 1, reported: 1 } } }
      await rig.db.orm.execute(sql`
        insert into alert_network values (9, ${JSON.stringify({ epoch: 1, blindSince: null })}::jsonb)
        on conflict do nothing`)
      await rig.db.orm.execute(sql`
        insert into alert_target values (9, ${`validator:${validator}`}, ${JSON.stringify(state)}::jsonb)
        on conflict (network_id, key) do update set state = excluded.state`)
    },
    close: () => database.drop(),
  }
  return rig
}
