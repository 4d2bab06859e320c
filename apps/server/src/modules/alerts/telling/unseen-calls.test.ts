import { deciding } from '@roundsman/alerting/deciding'
import { spokenIn } from '@roundsman/phone/twilio/twilio-request'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testNetwork } from '../../../testing/test-catalogue.ts'
import { createAlertRig, subscribe } from '../testing/alert-rig.ts'
import { type Calling, createCalling } from '../testing/calling.ts'
import { someOutcome } from '../testing/some-outcome.ts'

const unseenLonger = 9321
let rig: Calling
beforeAll(async () => {
  const networkOf = (id: number) => testNetwork({ blockchain_id: id, name: `Network ${id}` })
  rig = await createCalling({ networks: [networkOf(1), networkOf(2), networkOf(3)] })
})
afterAll(() => rig.close())

test('E311: where all networks have been gone for a quarter of an hour a phone rings once, and its call says so', async () => {
  const { db } = rig.site.platform
  const { email, phone } = await rig.subscriber([unseenLonger], ['VOICE'])
  const want = { email, settings: [unseenLonger], channels: ['VOICE'] }
  for (const networkId of [1, 2, 3]) await subscribe(rig.site.database.db, { ...want, networkId })
  for (const networkId of [3, 1, 2]) {
    const at = rig.site.clock.now()
    const target = { key: 'network', type: 'ANY', id: null } as const
    const outcome = someOutcome({ settingId: unseenLonger, target, height: null, at, since: at })
    const figures = { observed_at: at, value: 900, threshold: 900, began_at: at - 900_000 }
    const known = { ...outcome, evidence: { ...outcome.evidence, ...figures } }
    await db.transaction((tx) => createAlertRig(db).raise(tx, networkId, [known], deciding.begin(1)))
    await rig.site.clock.advance(2_000)
  }
  // As long as each waits for the others.
  await rig.site.clock.advance(30_000)
  await rig.called(phone, 1)
  const { sid } = rig.call(phone)
  const words = spokenIn((await rig.twilio.take(sid)) ?? '')?.map(({ text }) => text)
  expect(words?.join(' ')).toContain('No endpoint has answered for 15 minutes, here and on 2 other networks.')
  // D310: the others wait for its end.
  await rig.twilio.press(sid, '1')
  await rig.twilio.report(sid, 'completed')
  await rig.eventually(async () => {
    const { rows } = await db.orm.execute<{ line: string }>(sql`
        select a.network_id || ' ' || d.state || coalesce(' ' || d.detail, '') as line
        from delivery d join alert a on a.id::text = d.reference where d.channel = 'voice' order by a.network_id`)
    return rows.map(({ line }) => line)
  }, ['1 DELIVERED', '2 SUPPRESSED told_already', '3 SUPPRESSED told_already'])
  expect(rig.taken('Calls', phone)).toHaveLength(1)
})
