import { afterAll, beforeAll, expect, test } from 'vitest'
import { keysAddressIn } from '@roundsman/phone/twilio/twilio-request'
import { type Calling, createCalling } from '../testing/calling.ts'

const jailed = 2011
let rig: Calling
beforeAll(async () => {
  rig = await createCalling({ isReachable: false })
})
afterAll(() => rig.close())

test('D21 D24: where Twilio cannot reach the site no key is offered, and it is asked what became of each', async () => {
  const who = await rig.subscriber([jailed], ['SMS', 'VOICE'])
  const { phone } = who
  const alert = await rig.raise(jailed, who)
  await rig.until(alert, ['sms SENT', 'voice SENT'])
  const [call, sms] = [rig.call(phone), rig.taken('Messages', phone)[0]]
  expect(call.form['StatusCallback']).toBeUndefined()
  expect(keysAddressIn(call.form['Twiml'] ?? '')).toBeNull()
  if (!sms) throw new Error('no SMS went out')
  ;[call.status, sms.status, sms.errorCode] = ['completed', 'undelivered', '30003']
  await rig.site.clock.advance(130_000)
  await rig.until(alert, ['email SENT', 'sms FAILED', 'voice DELIVERED'])
})
