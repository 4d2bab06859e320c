import { catalogue } from '@roundsman/alerting/catalogue'
import { deciding } from '@roundsman/alerting/deciding'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { MailCatcher } from '../../../testing/mail-catcher.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { createAlertRig, subscribe } from '../testing/alert-rig.ts'
import { withMailedSite } from '../testing/mailed-site.ts'
import { answeredAlong } from './told-already.ts'
import { addBridge } from '../testing/some-bridges.ts'
import { findAlerts, withToldAlong } from '../record/history.store.ts'
import { someOutcome } from '../testing/some-outcome.ts'
import { addValidator } from '../testing/some-validators.ts'
import { toldAlready } from './told-already.ts'

const [three, five, ten] = [1121, 1131, 1141]
const [jailDay, jailSixHours, jailHour] = [1211, 1221, 1231]
const [lagging50, lagging100, stalled, lagging100End] = [8021, 8031, 8111, 8032]
const [jailed, unjailed, slashed] = [2011, 2012, 5211]
const [enteredSet, leftSet] = [4011, 4012]
const [fivePercent, tenPercent] = [1031, 1041]
let catcher: MailCatcher
let site: TestApp
let serial = 0

withMailedSite((made) => {
  ;({ site, catcher } = made)
})

interface Watcher {
  email: string
  /** Decided in one transaction, of one moment: `at`, or now. `began`: when what ends did, Unix ms. */
  raise(settings: readonly number[], of?: { began?: number; stillSince?: number; at?: number }): Promise<void>
}

/** Somebody who is mailed of everything about a target of their own. */
async function watcher(type: 'VALIDATOR' | 'BRIDGE'): Promise<Watcher> {
  serial += 1
  const [email, name] = [`watcher${serial}@example.org`, `op${serial}`]
  await site.createUser(email, 'a long enough password')
  const { orm } = site.database.db
  const isBridge = type === 'BRIDGE'
  const id = isBridge
    ? await addBridge(orm, { peerId: name, name })
    : await addValidator(orm, { networkId: 1, operator: name })
  const settings = Object.values(catalogue.settings('en'))
    .flat()
    .filter(({ target_type }) => target_type === type)
    .map((setting) => setting.id)
  await subscribe(site.database.db, { email, settings, networkId: 1 })
  const target = { key: `${type === 'BRIDGE' ? 'bridge' : 'validator'}:${id}` as const, type, id }
  return {
    email,
    async raise(of, ended) {
      const { db } = site.platform
      const at = ended?.at ?? site.clock.now()
      const outcomes = of.map((settingId) => {
        const severity = catalogue.setting(settingId, 'en')?.severity ?? 'INFO'
        const key = `1/${target.key}/${settingId}/1@${settingId}`
        const outcome = someOutcome({ settingId, target, height: 100, severity, at, since: at, key })
        const evidence = {
          ...outcome.evidence,
          observed_at: at,
          threshold: catalogue.meaning(settingId)?.condition.threshold ?? null,
          ...(ended?.began !== undefined && { began_at: ended.began }),
          ...(ended?.stillSince !== undefined && {
            bridge: { updated_at: at, height: 100, lag: 120, version: null, still_since: ended.stillSince },
          }),
        }
        return { ...outcome, kind: settingId % 10 === 1 ? ('BEGAN' as const) : ('ENDED' as const), evidence }
      })
      await db.transaction((tx) => createAlertRig(db).raise(tx, 1, outcomes, deciding.begin(1)))
    },
  }
}

/** What became of the messages to somebody, by the settings that each is about. */
async function until({ email }: Watcher, expected: readonly string[]): Promise<void> {
  await expect
    .poll(
      async () => {
        await site.clock.advance(200)
        const { rows } = await site.platform.db.orm.execute<{ line: string }>(sql`
          select d.state || coalesce(' ' || d.detail, '') || ' ' || (
            select string_agg(a.setting_id::text, ',' order by a.id) from alert a where a.id::text in (
              select d.reference union select reference from delivery_also where delivery_id = d.id)) as line
          from delivery d where d.kind = 'alert' and d.recipient = ${email} order by d.id`)
        return rows.map(({ line }) => line).sort()
      },
      { timeout: 80_000, interval: 10 },
    )
    .toEqual([...expected].sort())
}
const mailsTo = ({ email }: Watcher) => catcher.mails.filter(({ to }) => to.includes(email))
const told = 'SUPPRESSED told_already'

describe('E222: one thing is told once, at its gravest', () => {
  test('E222: jail near at three steps and three blocks in a row of one moment are one mail', async () => {
    const who = await watcher('VALIDATOR')
    await who.raise([jailSixHours, jailHour, jailDay, three])
    await until(who, [
      `SENT ${jailSixHours}`,
      ...[jailHour, jailDay, three].map((setting) => `${told} ${setting}`),
    ])
    expect(mailsTo(who)).toHaveLength(1)
  })

  test('E229: who acknowledges what was told acknowledges what was told with it, and nothing else', async () => {
    const who = await watcher('VALIDATOR')
    const { db } = site.platform
    await who.raise([jailHour, three])
    await until(who, [`SENT ${jailHour}`, `${told} ${three}`])
    site.clock.setNow(site.clock.now() + 61_000)
    await who.raise([ten])
    await until(who, [`SENT ${jailHour}`, `${told} ${three}`, `SENT ${ten}`])
    const { rows } = await db.orm.execute<{ id: number; userId: number; settingId: number }>(sql`
      select a.id::int as id, d.user_id as "userId", a.setting_id as "settingId" from alert a
      join delivery d on d.reference = a.id::text where d.kind = 'alert' and d.recipient = ${who.email} order by a.id`)
    const userId = rows[0]?.userId ?? 0
    const along = (settingId: number) =>
      db.transaction((tx) =>
        withToldAlong(tx, {
          userId,
          alertIds: rows.filter((row) => row.settingId === settingId).map(({ id }) => id),
        }),
      )
    const idOf = (settingId: number) => rows.find((row) => row.settingId === settingId)?.id
    expect(await along(jailHour)).toEqual([idOf(jailHour), idOf(three)])
    expect(await along(ten)).toEqual([idOf(ten)])
  })

  test.each([
    ['DELIVERED', 1, 0, [ten, jailHour]],
    ['QUEUED', 1, 1, [ten, jailHour]],
    // It waits, and never rang.
    ['QUEUED', 1, 0, []],
    ['QUEUED', 0, 0, []],
    ['FAILED', 3, 3, []],
  ])(
    'E222: a call that is %s after %i attempts, of which nobody took %i, leaves what another call of its moment would say: %o',
    async (state, attempts, unanswered, expected) => {
      const ended = Array.from({ length: unanswered }, (_, index) => `CA${index}`)
      const who = await watcher('VALIDATOR')
      const { db } = site.platform
      await who.raise([jailSixHours])
      await until(who, [`SENT ${jailSixHours}`])
      // As a call would have left it, not due before this test is over.
      const later = sql`${db.now()} + interval '1 day'`
      const { rows: calls } = await db.orm.execute<{ userId: number }>(sql`
        update delivery set channel = 'voice', state = ${state}, attempts = ${attempts}, due_at = ${later}, ended_ids = ${`{${ended.join()}}`}::text[],
          lease_until = null, claimed_by = null
        where kind = 'alert' and recipient = ${who.email} returning user_id as "userId"`)
      await who.raise([jailHour, ten])
      const { rows } = await db.orm.execute<{ id: number; settingId: number }>(sql`
        select a.id::int as id, a.setting_id as "settingId" from alert a
        join alert_recipient r on r.alert_id = a.id where r.user_id = ${calls[0]?.userId ?? 0}`)
      const mine = rows.filter(({ settingId }) => settingId !== jailSixHours)
      const contact = { userId: calls[0]?.userId ?? 0, channel: 'voice', recipient: who.email }
      const aged = await findAlerts(
        db.orm,
        db.now(),
        mine.map(({ id }) => id),
      )
      const { told: already } = await toldAlready(db.orm, contact, aged, '')
      expect(mine.filter(({ id }) => already.has(id)).map(({ settingId }) => settingId)).toEqual(expected)
    },
  )

  test('E222: what is graver is told at any moment, what is as grave a minute later', async () => {
    const who = await watcher('VALIDATOR')
    await who.raise([three])
    await until(who, [`SENT ${three}`])
    await who.raise([ten])
    await until(who, [`SENT ${three}`, `SENT ${ten}`])
    site.clock.setNow(site.clock.now() + 61_000)
    await who.raise([jailHour])
    await until(who, [`SENT ${three}`, `SENT ${ten}`, `SENT ${jailHour}`])
  })

  test('E222: what was told and is over says nothing of what begins again', async () => {
    const who = await watcher('VALIDATOR')
    await who.raise([three])
    await until(who, [`SENT ${three}`])
    await site.platform.db.orm.execute(sql`update alert set ended_at = now() where setting_id = ${three}`)
    await who.raise([five])
    await until(who, [`SENT ${three}`, `SENT ${five}`])
  })

  test('E222: one outage has one end, and the next one its own', async () => {
    const who = await watcher('VALIDATOR')
    const began = site.clock.now() - 20_000
    await who.raise([three + 1, jailDay + 1], { began })
    await until(who, [`SENT ${three + 1}`, `${told} ${jailDay + 1}`])
    await who.raise([five + 1], { began: site.clock.now() })
    await until(who, [`SENT ${three + 1}`, `${told} ${jailDay + 1}`, `SENT ${five + 1}`])
  })

  test('E222: how far a bridge is behind is not told while its height stands and that was told', async () => {
    const who = await watcher('BRIDGE')
    await who.raise([lagging50])
    await until(who, [`SENT ${lagging50}`])
    await who.raise([stalled])
    await until(who, [`SENT ${lagging50}`, `SENT ${stalled}`])
    site.clock.setNow(site.clock.now() + 300_000)
    await who.raise([lagging100])
    await until(who, [`SENT ${lagging50}`, `SENT ${stalled}`, `${told} ${lagging100}`])
    await who.raise([lagging100End], { began: site.clock.now() })
    await until(who, [
      ...[`SENT ${lagging50}`, `SENT ${stalled}`, `${told} ${lagging100}`, `SENT ${lagging100End}`],
    ])
  })
})

describe('E336: a bridge that stands is one outage', () => {
  test('E336: who was told that it is behind and stands is not told that it stands, unless it stands anew', async () => {
    const who = await watcher('BRIDGE')
    const stillSince = site.clock.now() - 120_000
    await who.raise([lagging50], { stillSince })
    await until(who, [`SENT ${lagging50}`])
    await who.raise([lagging100], { stillSince })
    await until(who, [`SENT ${lagging50}`, `SENT ${lagging100}`])
    site.clock.setNow(site.clock.now() + 180_000)
    await who.raise([stalled], { stillSince })
    await until(who, [`SENT ${lagging50}`, `SENT ${lagging100}`, `${told} ${stalled}`])
    const other = await watcher('BRIDGE')
    await other.raise([lagging100], { stillSince })
    await until(other, [`SENT ${lagging100}`])
    await other.raise([stalled], { stillSince: stillSince + 100_000 })
    await until(other, [`SENT ${lagging100}`, `SENT ${stalled}`])
  })

  test('E336: that it rises and has caught up within a minute is told once, a later one again', async () => {
    const who = await watcher('BRIDGE')
    const began = site.clock.now() - 300_000
    await who.raise([stalled + 1], { began })
    await until(who, [`SENT ${stalled + 1}`])
    await who.raise([lagging100End], { began })
    await until(who, [`SENT ${stalled + 1}`, `${told} ${lagging100End}`])
    const other = await watcher('BRIDGE')
    await other.raise([stalled + 1], { began })
    await until(other, [`SENT ${stalled + 1}`])
    site.clock.setNow(site.clock.now() + 120_000)
    await other.raise([lagging100End], { began })
    await until(other, [`SENT ${stalled + 1}`, `SENT ${lagging100End}`])
  })
})

describe('D322: a bridge that stood has one end', () => {
  const began = () => site.clock.now() - 300_000
  async function stood() {
    const who = await watcher('BRIDGE')
    const stillSince = site.clock.now() - 120_000
    await who.raise([lagging100], { stillSince })
    await until(who, [`SENT ${lagging100}`])
    return who
  }

  test('D322: that it rises is not told by itself where it is behind, but with that it has caught up, minutes later', async () => {
    const who = await stood()
    await who.raise([stalled + 1], { began: began() })
    const before = [`SENT ${lagging100}`]
    await until(who, [...before, `QUEUED what happened since is still being read ${stalled + 1}`])
    site.clock.setNow(site.clock.now() + 120_000)
    await who.raise([lagging100End], { began: began() })
    await until(who, [...before, `SENT ${lagging100End}`, `${told} ${stalled + 1}`])
  })

  test('D322: both of one moment say that it has caught up; what rises for a quarter of an hour is told', async () => {
    const who = await stood()
    await who.raise([stalled + 1, lagging100End], { began: began() })
    await until(who, [`SENT ${lagging100}`, `SENT ${lagging100End},${stalled + 1}`])
    expect(mailsTo(who).at(-1)?.mail.text).toMatch(/^(?!.*rising).*caught up/s)
    const slow = await stood()
    await slow.raise([stalled + 1], { began: began() })
    site.clock.setNow(site.clock.now() + 901_000)
    await until(slow, [`SENT ${lagging100}`, `SENT ${stalled + 1}`])
  })

  test('D323: the mails of one incident are one thread', async () => {
    const who = await stood()
    const ofThread = () =>
      new Set(mailsTo(who).map(({ mail }) => [mail.references ?? mail.messageId].flat()[0]))
    await who.raise([stalled], { stillSince: site.clock.now() })
    await until(who, [`SENT ${lagging100}`, `SENT ${stalled}`])
    await who.raise([lagging100End], { began: began() })
    await until(who, [`SENT ${lagging100}`, `SENT ${stalled}`, `SENT ${lagging100End}`])
    expect(mailsTo(who)).toHaveLength(3)
    expect(ofThread().size).toBe(1)
  })
})

test('E233: an answer answers the lower steps of the outage, none that is graver or came later', async () => {
  const { orm } = site.platform.db
  const who = await watcher('VALIDATOR')
  const other = await watcher('VALIDATOR')
  await who.raise([three, jailDay])
  await other.raise([three])
  site.clock.setNow(site.clock.now() + 20_000)
  await who.raise([ten])
  site.clock.setNow(site.clock.now() + 300_000)
  await who.raise([five, jailHour])
  const { rows } = await orm.execute<{ id: number; user: number; setting: number }>(sql`
    select a.id::int, r.user_id as "user", a.setting_id as setting from alert a
    join alert_recipient r on r.alert_id = a.id join user_account u on u.id = r.user_id
    where u.email = ${who.email} order by a.id`)
  const alongWith = async (...settings: number[]) => {
    const alertIds = rows.filter(({ setting }) => settings.includes(setting)).map(({ id }) => id)
    const along = await answeredAlong(orm, { userId: rows[0]?.user ?? 0, alertIds })
    return rows.filter(({ id }) => along.includes(id)).map(({ setting }) => setting)
  }
  expect(await alongWith(ten)).toEqual([three, jailDay])
  expect(await alongWith(three)).toEqual([jailDay])
  await orm.execute(
    sql`update alert_recipient set acknowledged_at = now(), acknowledged_via = 'PAGE' where alert_id = ${rows[0]?.id}`,
  )
  await orm.execute(sql`update alert set ended_at = at - interval '1 s' where id = ${rows[1]?.id}`)
  expect(await alongWith(ten)).toEqual([])
})

test('E236: the end of two steps that say the same is told once, minutes apart', async () => {
  const who = await watcher('BRIDGE')
  const began = site.clock.now() - 300_000
  await who.raise([lagging100End], { began })
  await until(who, [`SENT ${lagging100End}`])
  site.clock.setNow(site.clock.now() + 120_000)
  await who.raise([lagging50 + 1], { began })
  await until(who, [`SENT ${lagging100End}`, `${told} ${lagging50 + 1}`])
})

test('E276: out of jail, what comes with that is not told by itself; signing again is', async () => {
  const who = await watcher('VALIDATOR')
  const began = site.clock.now() - 300_000
  await who.raise([unjailed], { began })
  await until(who, [`SENT ${unjailed}`])
  await who.raise([enteredSet])
  site.clock.setNow(site.clock.now() + 17_000)
  await who.raise([tenPercent + 1], { began })
  await until(who, [`SENT ${unjailed}`, `${told} ${enteredSet}`, `${told} ${tenPercent + 1}`])
  await who.raise([three + 1], { began })
  await until(who, [
    ...[`SENT ${unjailed}`, `${told} ${enteredSet}`, `${told} ${tenPercent + 1}`, `SENT ${three + 1}`],
  ])
  // An outage after that has its own end.
  site.clock.setNow(site.clock.now() + 120_000)
  const other = await watcher('VALIDATOR')
  await other.raise([unjailed], { began })
  await until(other, [`SENT ${unjailed}`])
  site.clock.setNow(site.clock.now() + 60_000)
  await other.raise([tenPercent + 1], { began: site.clock.now() - 30_000 })
  await until(other, [`SENT ${unjailed}`, `SENT ${tenPercent + 1}`])
})

test('E399: of a row of missed blocks of the same minute nothing is told already by that of an earlier row', async () => {
  const who = await watcher('VALIDATOR')
  const at = site.clock.now()
  const began = at - 20_000
  await who.raise([three], { began, at })
  // However long that takes: the clock moves on meanwhile, and all is of one minute.
  await until(who, [`SENT ${three}`])
  await who.raise([five], { began, at })
  await who.raise([ten], { began: began + 5_000, at })
  await until(who, [`SENT ${three}`, `${told} ${five}`, `SENT ${ten}`])
})

test('E398: shares of the window that end at one block are told once, with the largest figure', async () => {
  const who = await watcher('VALIDATOR')
  const began = site.clock.now() - 300_000
  await who.raise([fivePercent + 1, tenPercent + 1], { began })
  await until(who, [`SENT ${fivePercent + 1}`, `${told} ${tenPercent + 1}`])
  expect(mailsTo(who).map(({ mail }) => mail.subject)).toEqual([expect.stringContaining('less than 10% of')])
})

test('E255: a slash of the moment of its jailing is told with it, and by itself where it is alone', async () => {
  const who = await watcher('VALIDATOR')
  await who.raise([slashed, jailed])
  await until(who, [`SENT ${jailed},${slashed}`, `${told} ${slashed}`])
  expect(mailsTo(who)).toHaveLength(1)
  expect(mailsTo(who)[0]?.mail.text).toMatch(/Also: slashed/)
  const other = await watcher('VALIDATOR')
  await other.raise([slashed])
  await until(other, [`SENT ${slashed}`])
  site.clock.setNow(site.clock.now() + 10_000)
  await other.raise([jailed])
  await until(other, [`SENT ${slashed}`, `SENT ${jailed}`])
})

test('E222 E233: a jailing tells that the active set was left, and its answer is that of the slash and the misses', async () => {
  const { orm } = site.platform.db
  const who = await watcher('VALIDATOR')
  await who.raise([ten])
  await who.raise([jailed])
  await until(who, [`SENT ${ten}`, `SENT ${jailed}`])
  site.clock.setNow(site.clock.now() + 15_000)
  await who.raise([slashed, leftSet])
  await until(who, [`SENT ${ten}`, `SENT ${jailed}`, `SENT ${slashed}`, `${told} ${leftSet}`])
  const { rows } = await orm.execute<{ id: number; user: number; setting: number }>(sql`
    select a.id::int, r.user_id as "user", a.setting_id as setting from alert a
    join alert_recipient r on r.alert_id = a.id join user_account u on u.id = r.user_id
    where u.email = ${who.email} order by a.id`)
  const answered = rows.find(({ setting }) => setting === jailed)
  const along = await answeredAlong(orm, { userId: answered?.user ?? 0, alertIds: [answered?.id ?? 0] })
  expect(
    rows
      .filter(({ id }) => along.includes(id))
      .map(({ setting }) => setting)
      .sort(),
  ).toEqual([ten, slashed, leftSet].sort())
})
