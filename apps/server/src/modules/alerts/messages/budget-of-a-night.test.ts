import { deciding } from '@roundsman/alerting/deciding'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createAlertRig, subscribe } from '../testing/alert-rig.ts'
import { type Caller, createCalling } from '../testing/calling.ts'
import { someOutcome } from '../testing/some-outcome.ts'
import { addValidator } from '../testing/some-validators.ts'

const [nearJail, nearJailOver, jailed, halted] = [1231, 1232, 2011, 9021]
const minute = 60_000

test('D271 D300 D317: when the limit is reached, two outages near jail and a halt have SMS and call, and a blip that is over has neither', async () => {
  const rig = await createCalling({ config: { budgets: { sms: 20, voice: 15 } } })
  try {
    const { db } = rig.site.platform
    const who = await rig.subscriber([jailed], ['SMS', 'VOICE', 'EMAIL'])
    const validators: Caller[] = []
    for (const validatorKey of ['blip', 'one', 'two']) {
      const of = { email: who.email, networkId: 1, validatorKey, channels: ['SMS', 'VOICE', 'EMAIL'] }
      validators.push({ ...who, validator: await addValidator(db.orm, { operator: validatorKey }) })
      await subscribe(rig.site.database.db, { ...of, settings: [nearJail, nearJailOver] })
    }
    const network = { email: who.email, networkId: 1, channels: ['SMS', 'VOICE', 'EMAIL'] }
    await subscribe(rig.site.database.db, { ...network, settings: [halted] })
    for (const [channel, sent] of [
      ['sms', 13],
      ['voice', 11],
    ] as const)
      await db.orm.execute(sql`
        insert into delivery (channel, lane, purpose, user_id, recipient, language, dedupe_key, state, attempts, spent_at, spent_as,
                              due_at, give_up_at, created_at, updated_at)
        select ${channel}, 'critical', 'alert', ${who.userId}, ${who.phone}, 'en', gen_random_uuid(), 'SENT', 1, t, 'CRITICAL', t, t, t, t
        from generate_series(1, ${sent}::int), (select ${db.now()} as t) as moment`)
    const smsOf = () => rig.taken('Messages', who.phone).length
    const callsOf = () => rig.taken('Calls', who.phone).length
    const counts = () => [smsOf(), callsOf()]
    /** Another call waits for the one under way (D310). */
    const hangUp = () => rig.twilio.report(rig.call(who.phone).sid, 'failed')
    const misses = async (validator: Caller | undefined, blocks: number) => {
      const now = rig.site.clock.now()
      if (validator === undefined) throw new Error('no such validator')
      return rig.raise(nearJail, validator, 'CRITICAL', {
        consecutive_missed: blocks,
        seconds_to_jail: 1_600,
        began_at: now,
        observed_at: now,
      })
    }
    const [blip, one, two] = validators
    await rig.raise(jailed, who)
    await rig.eventually(counts, [1, 1])
    await hangUp()
    await rig.eventually(
      () => rig.catcher.mails.some(({ raw }) => raw.includes('SMS left today, kept for the gravest')),
      true,
    )
    const blipped = await misses(blip, 4)
    await rig.site.clock.advance(4_000)
    if (blip !== undefined) await rig.end(nearJail, blip)
    await rig.until(blipped, ['email SENT', 'sms SUPPRESSED', 'voice SUPPRESSED'])
    expect(counts()).toEqual([1, 1])
    for (const [index, validator] of [one, two].entries()) {
      await rig.site.clock.advance(minute)
      await misses(validator, 30)
      await rig.eventually(counts, [2 + index, 2 + index])
      await hangUp()
    }
    await rig.site.clock.advance(minute)
    const target = { key: 'network' as const, type: 'ANY' as const, id: null }
    const outcome = someOutcome({ settingId: halted, target, height: 500, severity: 'CRITICAL' })
    await db.transaction((tx) => createAlertRig(db).raise(tx, 1, [outcome], deciding.begin(1)))
    await rig.eventually(counts, [4, 4])
  } finally {
    await rig.close()
  }
}, 60_000)
