import { deciding } from '@roundsman/alerting/deciding'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { MailCatcher } from '../../../testing/mail-catcher.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { testNetwork } from '../../../testing/test-catalogue.ts'
import { createAlertRig, subscribe } from '../testing/alert-rig.ts'
import { withMailedSite } from '../testing/mailed-site.ts'
import { someOutcome } from '../testing/some-outcome.ts'

const [unseen, unseenLonger] = [9311, 9321]
const networkOf = (id: number) => testNetwork({ blockchain_id: id, name: `Network ${id}` })
let catcher: MailCatcher
let site: TestApp
let serial = 0

withMailedSite(
  (made) => {
    ;({ site, catcher } = made)
  },
  [networkOf(1), networkOf(2), networkOf(3), networkOf(4)],
)

/** Somebody who is mailed of each network that is not seen. */
async function watcher(): Promise<string> {
  serial += 1
  const email = `watcher${serial}@example.org`
  await site.createUser(email, 'a long enough password')
  for (const networkId of [1, 2, 3, 4])
    await subscribe(site.database.db, {
      email,
      settings: [unseen, unseen + 1, unseenLonger, unseenLonger + 1],
      networkId,
    })
  return email
}

const target = { key: 'network', type: 'ANY', id: null } as const
/** Is decided of a network now, in one transaction. */
async function raise(
  networkId: number,
  settingIds: number | readonly number[] = unseen,
  since?: number,
): Promise<void> {
  const { db } = site.platform
  const at = site.clock.now()
  const outcomes = [settingIds].flat().map((settingId) => {
    const isEnd = settingId % 10 === 2
    const seconds = settingId < unseenLonger ? 300 : 900
    const severity = isEnd ? 'INFO' : seconds === 300 ? 'WARNING' : 'CRITICAL'
    const key = `1/network/${settingId}/${serial}@${at}`
    const outcome = someOutcome({ settingId, target, height: null, severity, at, since: at, key })
    const figures = { value: seconds, threshold: seconds, began_at: since ?? at - seconds * 1000 }
    const evidence = { ...outcome.evidence, observed_at: at, ...figures }
    return { ...outcome, kind: isEnd ? ('ENDED' as const) : ('BEGAN' as const), evidence }
  })
  await db.transaction((tx) => createAlertRig(db).raise(tx, networkId, outcomes, deciding.begin(1)))
}

/** What becomes of the messages to somebody, in no order. */
async function until(email: string, expected: readonly string[]): Promise<void> {
  await expect
    .poll(
      async () => {
        await site.clock.advance(500)
        const { rows } = await site.platform.db.orm.execute<{ line: string }>(sql`
          select a.network_id || ' ' || d.state || coalesce(' ' || d.detail, '') as line
          from delivery d join alert a on a.id::text = d.reference
          where d.kind = 'alert' and d.recipient = ${email}`)
        return rows.map(({ line }) => line).sort()
      },
      { timeout: 80_000, interval: 10 },
    )
    .toEqual([...expected].sort())
}
const mailsTo = (email: string) => catcher.mails.filter(({ to }) => to.includes(email))

test('E224: where all networks are gone at once one message says so, and one that they are back', async () => {
  const email = await watcher()
  for (const networkId of [2, 1, 4]) {
    await raise(networkId)
    await site.clock.advance(2_000)
  }
  const told = ['2 SUPPRESSED told_already', '1 SENT', '4 SUPPRESSED told_already']
  await until(email, told)
  const [mail] = mailsTo(email)
  expect(mail?.mail.subject).toBe(
    '[Warning] Network 1: no endpoint has answered for 5\u00a0min, here and on 2 other networks',
  )
  expect(mail?.mail.text).toContain('most likely it’s this site’s own connection')
  for (const networkId of [1, 2, 4]) await raise(networkId, unseen + 1)
  await until(email, [...told, '1 SENT', '2 SUPPRESSED told_already', '4 SUPPRESSED told_already'])
  expect(mailsTo(email)).toHaveLength(2)
  expect(mailsTo(email)[1]?.mail.text).toContain('endpoints answer again, here and on 2 other networks')
})

test('E224: two networks, or one that is gone later, have messages of their own', async () => {
  const email = await watcher()
  await raise(1)
  await raise(3)
  await until(email, ['1 SENT', '3 SENT'])
  await raise(4)
  await until(email, ['1 SENT', '3 SENT', '4 SENT'])
  expect(
    mailsTo(email)
      .map(({ mail: { subject } }) => subject)
      .join(),
  ).not.toContain('other networks')
})

test('E310: the second step of a network that nobody sees comes through quiet hours, its end too, and both are told once', async () => {
  const email = await watcher()
  const browser = await site.signedIn({ email, password: 'a long enough password' })
  const clock = (ms: number) => new Date(site.clock.now() + ms).toISOString().slice(11, 16)
  const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']
  const windows = [{ days, from: clock(-3_600_000), to: clock(8 * 3_600_000) }]
  const night = { time_zone: 'UTC', windows, break_through: 'CRITICAL' }
  expect((await browser.put('/api/users/quiet-hours/', night)).status).toBe(200)
  const since = site.clock.now() - 300_000
  await raise(1, unseen, since)
  await until(email, ['1 QUEUED quiet_hours'])
  site.clock.setNow(since + 900_000)
  await raise(1, unseenLonger, since)
  await until(email, ['1 QUEUED quiet_hours', '1 SENT'])
  expect(mailsTo(email)[0]?.mail.subject).toBe(
    '[Critical] Network 1: no endpoint has answered for 15\u00a0min',
  )
  site.clock.setNow(since + 1_200_000)
  await raise(1, [unseen + 1, unseenLonger + 1], since)
  await until(email, ['1 QUEUED quiet_hours', '1 SENT', '1 SENT', '1 SUPPRESSED told_already'])
  expect(mailsTo(email)[1]?.mail.text?.match(/endpoints answer again/g)).toHaveLength(1)
  site.clock.setNow(since + 9 * 3_600_000)
  await until(email, ['1 SUPPRESSED ended_in_quiet_hours', '1 SENT', '1 SENT', '1 SUPPRESSED told_already'])
  expect(mailsTo(email)).toHaveLength(2)
})
