import type { GovernanceFacts, VotingPeriod } from '@roundsman/alerting/governance'
import { catalogue } from '@roundsman/alerting/catalogue'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { MailCatcher } from '../../../testing/mail-catcher.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { createGovernanceDecider, type GovernanceDecider } from '../deciding/governance-decider.ts'
import { alert } from '../alerts.schema.ts'
import { shownStatusesOf } from '../history/alert-status.ts'
import { createAlertRig, subscribe } from '../testing/alert-rig.ts'
import { withMailedSite } from '../testing/mailed-site.ts'
import { addValidator } from '../testing/some-validators.ts'

let catcher: MailCatcher
let site: TestApp
let serial = 0

withMailedSite((made) => {
  ;({ site, catcher } = made)
})

const minute = 60_000
const hour = 60 * minute
const told = 'SUPPRESSED told_already'
const allSteps = ['SENT 10011/7', 'SENT 11041/7']

/** Somebody who is mailed of every vote of one validator, and what a chain says of proposals. */
async function watcher() {
  serial += 1
  const [email, name, epoch] = [`voter${serial}@example.org`, `voter${serial}`, serial]
  await site.createUser(email, 'a long enough password')
  const { db } = site.platform
  const id = await addValidator(db.orm, { networkId: 1, epoch, operator: name })
  const all = catalogue.settings('en').GOVERNANCE
  const of = (type: string) => all.filter(({ target_type }) => target_type === type).map((one) => one.id)
  await subscribe(db, { email, networkId: 1, settings: of('VALIDATOR'), validatorKey: name })
  await subscribe(db, { email, networkId: 1, settings: of('ANY') })
  const decider: GovernanceDecider = createGovernanceDecider({
    raise: createAlertRig(db).raise,
    log: { dropped: () => undefined },
  })
  const start = site.clock.now()
  return {
    ...{ email, id, start },
    async decide(periods: readonly VotingPeriod[]) {
      const now = site.clock.now()
      const facts: GovernanceFacts = { epoch, chainNow: now, height: 100, now, periods, signals: null }
      await db.transaction((tx) => decider.decide(tx, 1, facts, null))
    },
    period: (proposalId: number, leftMs: number, over: Partial<VotingPeriod> = {}): VotingPeriod => ({
      ...{
        proposalId,
        votingStart: start,
        votingEnd: start + leftMs,
        state: 'VOTING',
        title: `No. ${proposalId}`,
      },
      ...{ kind: 'TEXT', isExpedited: false, wasExpedited: false, tally: null, turnout: null, quorum: null },
      ...{ failedReason: null, plan: null, voteCommand: null, assurance: 'PROVEN', host: null, height: 100 },
      ...{ votes: [notVoted(id)] },
      ...over,
    }),
  }
}
type Watcher = Awaited<ReturnType<typeof watcher>>
const notVoted = (validatorId: number): VotingPeriod['votes'][number] => {
  const now = site.clock.now()
  return {
    ...{ validatorId, vote: null, at: now, seenAt: now, seenHeight: 100, isLast: false },
    ...{ assurance: 'PROVEN', host: null },
  }
}

/** What became of the messages, by the gravest setting and the proposal that each is about. */
async function until({ email }: Watcher, expected: readonly string[]): Promise<void> {
  await expect
    .poll(
      async () => {
        await site.clock.advance(200)
        const { rows } = await site.platform.db.orm.execute<{ line: string }>(sql`
          select d.state || coalesce(' ' || d.detail, '') || ' ' || (
            select string_agg(a.setting_id || '/' || (a.evidence->>'proposal_id'), ',' order by a.id) from alert a where a.id::text in (
              select d.reference union select reference from delivery_also where delivery_id = d.id)) as line
          from delivery d where d.kind = 'alert' and d.recipient = ${email} order by d.id`)
        // What is told beside the gravest, in its message or by having been told already, is no message of its own.
        const messages = rows.filter(({ line }) => !line.startsWith(told))
        return messages.map(({ line }) => line.replace(/,.*/, '')).sort()
      },
      { timeout: 15_000, interval: 10 },
    )
    .toEqual([...expected].sort())
}
const mailsTo = ({ email }: Watcher) => catcher.mails.filter(({ to }) => to.includes(email))

test('V23, E222: of several steps that are due at once the gravest is told, and the others with it', async () => {
  const who = await watcher()
  await who.decide([])
  await who.decide([who.period(7, 20 * hour)])
  // The proposal itself, and that it is not voted on, are two things of two targets.
  await until(who, ['SENT 10011/7', 'SENT 11021/7'])
  expect(mailsTo(who)).toHaveLength(2)
})

test('V22: another proposal hides nothing of this one, and a lower step of it is told', async () => {
  const who = await watcher()
  await who.decide([])
  const settled = { kind: 'TEXT' as const }
  await who.decide([who.period(7, 30 * minute, settled)])
  await until(who, allSteps)
  await site.clock.advance(11 * minute)
  await who.decide([
    who.period(7, 30 * minute, settled),
    who.period(8, 5 * hour + (site.clock.now() - who.start), settled),
  ])
  const ofOther = ['SENT 10011/8', 'SENT 11031/8']
  await until(who, [...allSteps, ...ofOther])
  expect(mailsTo(who)).toHaveLength(4)
})

test('V20: an upgrade is told by both of its settings in one message', async () => {
  const who = await watcher()
  await who.decide([])
  await who.decide([who.period(9, 100 * hour, { kind: 'SOFTWARE_UPGRADE' })])
  await until(who, ['SENT 10021/9'])
})

test('V23: how it voted is told once, beside the steps that it ends', async () => {
  const who = await watcher()
  await who.decide([])
  await who.decide([who.period(7, 30 * minute)])
  await until(who, allSteps)
  await site.clock.advance(11 * minute)
  const voted = { ...notVoted(who.id), vote: [{ option: 'YES' as const, weight: 1 }] }
  await who.decide([who.period(7, 30 * minute, { votes: [voted] })])
  await until(who, [...allSteps, 'SENT 11111/7'])
})

test('E376: a vote that was missing is over with voting, though nobody looks for it any more', async () => {
  const who = await watcher()
  await who.decide([])
  await who.decide([who.period(7, 30 * minute)])
  const { db } = site.platform
  const statuses = async () => {
    const rows = await db.orm
      .select()
      .from(alert)
      .where(sql`occurrence like ${`${serial}/%`}`)
    const missing = rows.filter(({ settingId }) => settingId === 11041)
    const found = await shownStatusesOf(db, missing)
    return missing.map(({ id }) => found.get(id))
  }
  expect(await statuses()).toEqual(['ONGOING'])
  // As of who is tombstoned.
  await db.orm.execute(sql`delete from alert_matter where network_id = 1`)
  expect(await statuses()).toEqual(['UNKNOWN'])
  await site.clock.advance(31 * minute)
  expect(await statuses()).toEqual(['ENDED'])
})
