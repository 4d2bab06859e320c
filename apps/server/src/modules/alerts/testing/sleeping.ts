import { deciding, type Evidence } from '@roundsman/alerting/deciding'
import type { QuietHours, QuietWindow } from '@roundsman/contract/accounts/quiet-hours'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { createAlertRig, subscribe } from './alert-rig.ts'
import type { MailedSite } from './mailed-site.ts'
import { someOutcome } from './some-outcome.ts'
import { addValidator } from './some-validators.ts'

const password = 'a long enough password'
export const quietHours = '/api/users/quiet-hours/'
const hour = 3_600_000
export const [missed, signed, missedMore, jailed, unjailed] = [1121, 1122, 1131, 2011, 2012]

export interface Sleeper {
  browser: TestBrowser
  email: string
  /** Something of a setting is decided now; gives the alert's id. */
  raise(
    settingId: number,
    severity: 'INFO' | 'WARNING' | 'CRITICAL',
    more?: { times?: number; beganAt?: number; figures?: Partial<Evidence> },
  ): Promise<number>
}

/** People with quiet hours, and what becomes of their messages. @param rig the site of the file, once it is there */
export function createSleeping(rig: () => MailedSite) {
  let serial = 0

  /** Somebody who is mailed of a validator's alerts. */
  async function sleeper(): Promise<Sleeper> {
    serial += 1
    const [email, operator] = [`sleeper${serial}@example.org`, `op${serial}`]
    await rig().site.createUser(email, password)
    const browser = await rig().site.signedIn({ email, password })
    const id = await addValidator(rig().site.database.db.orm, { networkId: 1, operator })
    await subscribe(rig().site.database.db, {
      email,
      settings: [missed, signed, missedMore, jailed, unjailed],
      networkId: 1,
      validatorKey: operator,
    })
    const target = { key: `validator:${id}`, type: 'VALIDATOR' as const, id }
    const { db } = rig().site.platform
    return {
      browser,
      email,
      async raise(settingId, severity, { times = 1, beganAt, figures = {} } = {}) {
        const at = rig().site.clock.now()
        const key = `1/${target.key}/${settingId}/${times}@${serial}`
        const outcome = {
          ...someOutcome({ settingId, target, height: 100, severity, at, since: at, key }),
          kind: settingId % 10 === 1 ? ('BEGAN' as const) : ('ENDED' as const),
        }
        const began = beganAt === undefined ? {} : { began_at: beganAt }
        const observed = {
          ...outcome,
          evidence: { ...outcome.evidence, observed_at: at, ...began, ...figures },
        }
        await db.transaction((tx) => createAlertRig(db).raise(tx, 1, [observed], deciding.begin(1)))
        const { rows } = await db.orm.execute<{ id: number }>(sql`select max(id)::int as id from alert`)
        return rows[0]?.id ?? 0
      },
    }
  }

  /** From an hour ago until in so many hours, each day. */
  function nightOf(hours: number): QuietWindow[] {
    const clock = (ms: number) => new Date(rig().site.clock.now() + ms).toISOString().slice(11, 16)
    return [
      {
        days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
        from: clock(-hour),
        to: clock(hours * hour),
      },
    ]
  }

  async function sleeps({ browser }: Sleeper, over: Partial<QuietHours> = {}): Promise<number> {
    const body = { time_zone: 'UTC', windows: nightOf(8), break_through: 'CRITICAL', ...over }
    const answer = await browser.put(quietHours, body)
    return answer.status
  }

  /** What became of the messages to somebody, by the alerts that each is about. */
  async function messages({ email }: Sleeper): Promise<string[]> {
    const { rows } = await rig().site.platform.db.orm.execute<{ line: string }>(sql`
      select d.state || coalesce(' ' || d.detail, '') || ' ' || array_to_string(array(
        select r.reference from (select d.reference union select reference from delivery_also where delivery_id = d.id) r
        order by r.reference::int), ',') as line
      from delivery d where d.kind = 'alert' and d.recipient = ${email} order by d.id`)
    return rows.map(({ line }) => line)
  }
  const mailsTo = ({ email }: Sleeper) => rig().catcher.mails.filter(({ to }) => to.includes(email))

  /** Lets time go on, little by little, until it is so. */
  async function until(who: Sleeper, expected: readonly string[]): Promise<void> {
    await expect
      .poll(
        async () => {
          await rig().site.clock.advance(50)
          return messages(who)
        },
        { timeout: 80_000, interval: 10 },
      )
      .toEqual(expected)
  }

  /** Quiet hours end, at a stroke: in steps a message under way would be taken for one whose process has died. */
  function pass(hours: number): void {
    rig().site.clock.setNow(rig().site.clock.now() + hours * hour)
  }

  return { sleeper, nightOf, sleeps, messages, mailsTo, until, pass }
}
