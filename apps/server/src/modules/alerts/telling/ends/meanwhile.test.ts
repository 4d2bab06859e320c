import { expect, test } from 'vitest'
import { type MailedSite, withMailedSite } from '../../testing/mailed-site.ts'
import { createSleeping, jailed, missed, missedMore, signed } from '../../testing/sleeping.ts'

let rig: MailedSite
const { sleeper, sleeps, mailsTo, until, pass } = createSleeping(() => rig)

withMailedSite((made) => {
  rig = made
})
const textTo = (who: Parameters<typeof mailsTo>[0]) =>
  mailsTo(who).map(({ mail: { text } }) => (text ?? '').replaceAll('\u00a0', ' ').replaceAll('\n', ' '))

test('D301: what waited and is over is named in the message of what still is, with how long it was', async () => {
  const who = await sleeper()
  await sleeps(who)
  const beganAt = rig.site.clock.now()
  const over = await who.raise(missed, 'WARNING')
  await until(who, [`QUEUED quiet_hours ${over}`])
  pass(0.1)
  const end = await who.raise(signed, 'INFO', { beganAt, figures: { missed_since: 34 } })
  await until(who, [`QUEUED quiet_hours ${over},${end}`])
  pass(1)
  const still = await who.raise(jailed, 'WARNING')
  await until(who, [`QUEUED quiet_hours ${over},${end},${still}`])
  pass(8.5)
  await until(who, [`SENT ${over},${end},${still}`])
  expect(textTo(who)).toEqual([
    expect.stringMatching(
      /: jailed\. .*This waited for the end of your quiet hours\. During them, and over by now: op1: 34 blocks missed in 6 min[^,]*, \d\d:\d\d-\d\d:\d\d UTC\. /,
    ),
  ])
})

test('D301: not what is for information, or was seen, nor what a graver step has told', async () => {
  const who = await sleeper()
  await sleeps(who)
  const info = await who.raise(missed, 'INFO')
  await until(who, [`QUEUED quiet_hours ${info}`])
  const end = await who.raise(signed, 'INFO')
  await until(who, [`QUEUED quiet_hours ${info},${end}`])
  const seen = await who.raise(missedMore, 'WARNING')
  expect((await who.browser.post('/api/alerts/acknowledge/', { alert_ids: [seen] })).status).toBe(204)
  await until(who, [`QUEUED quiet_hours ${info},${end},${seen}`])
  const still = await who.raise(jailed, 'WARNING')
  await until(who, [`QUEUED quiet_hours ${info},${end},${seen},${still}`])
  pass(8.5)
  const left = [info, end, seen].map((id) => `SUPPRESSED ended_in_quiet_hours ${id}`)
  await until(who, [`SENT ${still}`, ...left])
  expect(textTo(who).join()).not.toContain('over by now')
})
