import { spokenIn } from '@roundsman/phone/twilio/twilio-request'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscribe } from '../testing/alert-rig.ts'
import { type Caller, type Calling, createCalling } from '../testing/calling.ts'
import { raiseBlockSize } from '../testing/governance-alerts.ts'
import { addValidator } from '../testing/some-validators.ts'

const [sixHours, oneHour] = [11_031, 11_041]
const minute = 60_000
/** After a call that was taken without a key (D350). */
const peace = 20_000
let rig: Calling
beforeAll(async () => {
  rig = await createCalling()
})
afterAll(() => rig.close())

/** When alerts of the rig are decided. */
const decidedAt = Date.UTC(2026, 10, 21, 12, 30, 5)
/** A vote that ends so long after that. */
const endsIn = (ms: number, proposal = 42, from = decidedAt) => ({
  ...raiseBlockSize,
  proposal_id: proposal,
  voting_end_at: new Date(from + ms).toISOString(),
})

/** Another validator whose votes the same person is called about. */
async function another(who: Caller, settings: readonly number[]): Promise<Caller> {
  const { db } = rig.site.database
  const validatorKey = `${who.email}-other`
  const validator = await addValidator(db.orm, { operator: validatorKey })
  await subscribe(db, { email: who.email, settings, channels: ['VOICE'], networkId: 1, validatorKey })
  return { ...who, validator }
}

/** The call to somebody about a vote, taken when that is over, as it is heard in their language. */
async function heardLate(leftMs: number, over: Partial<{ language: string; endedMs: number }>) {
  const who = await rig.subscriber([oneHour], ['VOICE'])
  const alert = await rig.raise(oneHour, who, 'CRITICAL', endsIn(leftMs))
  await rig.called(who.phone, 1)
  const { sid } = rig.call(who.phone)
  await rig.twilio.report(sid, 'in-progress')
  const ended = new Date(decidedAt + (over.endedMs ?? leftMs)).toISOString()
  const { orm } = rig.site.platform.db
  await orm.execute(sql`update alert set ended_at = ${ended}::timestamptz where id = ${alert}`)
  await orm.execute(sql`update user_account set language = ${over.language ?? 'en'} where id = ${who.userId}`)
  const said = spokenIn((await rig.twilio.take(sid)) ?? '') ?? []
  return said.map(({ text }) => text.replaceAll('\u00a0', ' ')).join(' ')
}

test('V58: a call about a vote that is taken after its end says that voting is over, and not that nobody needs to vote', async () => {
  for (const [language, words] of [
    ['en', 'voting on proposal 42 “Raise the block size to 32 MB” is over, no vote was seen'],
    ['ru', 'голосование по предложению № 42 «Raise the block size to 32 MB» завершилось, голос не найден'],
    ['uk', 'голосування щодо пропозиції № 42 «Raise the block size to 32 MB» завершилося, голос не знайдено'],
  ] as const)
    expect(await heardLate(10 * minute, { language })).toContain(words)
  // Left the active set before the end.
  expect(await heardLate(30 * minute, { endedMs: 5 * minute })).toContain('no longer has to vote')
})

test('V59: one call tells a contact of a proposal and a step; of another validator, mail and SMS do', async () => {
  const who = await rig.subscriber([sixHours, oneHour], ['VOICE'])
  const other = await another(who, [sixHours, oneHour])
  const first = await rig.raise(oneHour, who, 'CRITICAL', endsIn(40 * minute))
  await rig.called(who.phone, 1)
  await rig.twilio.report(rig.call(who.phone).sid, 'completed')
  await rig.until(first, ['voice DELIVERED'])
  await rig.site.clock.advance(peace)
  const second = await rig.raise(oneHour, other, 'CRITICAL', endsIn(40 * minute))
  await rig.until(second, ['voice SUPPRESSED'])
  // Another proposal is another thing.
  const third = await rig.raise(oneHour, other, 'CRITICAL', endsIn(40 * minute, 43))
  await rig.called(who.phone, 2)
  await rig.twilio.report(rig.call(who.phone).sid, 'completed')
  await rig.until(third, ['voice DELIVERED'])
})

test('V59: a later step is told by a call again', async () => {
  const who = await rig.subscriber([sixHours, oneHour], ['VOICE'])
  const other = await another(who, [sixHours, oneHour])
  const first = await rig.raise(sixHours, who, 'WARNING', endsIn(300 * minute))
  await rig.called(who.phone, 1)
  await rig.twilio.report(rig.call(who.phone).sid, 'completed')
  await rig.until(first, ['voice DELIVERED'])
  await rig.site.clock.advance(peace)
  await rig.raise(oneHour, other, 'CRITICAL', endsIn(300 * minute))
  await rig.called(who.phone, 2)
})

test('V60: nobody is called about a vote in its last two minutes', async () => {
  const who = await rig.subscriber([oneHour], ['VOICE', 'EMAIL'])
  const late = await rig.raise(oneHour, who, 'CRITICAL', endsIn(90_000, 42, rig.site.clock.now()))
  await rig.until(late, ['email SENT', 'voice SUPPRESSED'])
  const early = await rig.raise(oneHour, who, 'CRITICAL', endsIn(10 * minute, 43, rig.site.clock.now()))
  await rig.called(who.phone, 1)
  await rig.until(early, ['email SENT', 'voice SENT'])
})
