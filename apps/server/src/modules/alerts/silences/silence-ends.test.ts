import { type AlertingState, deciding } from '@roundsman/alerting/deciding'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { Silence } from '@roundsman/contract/alerts/silences'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { MailCatcher } from '../../../testing/mail-catcher.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { lockHead, writeState } from '../deciding/state.store.ts'
import { createAlertRig, subscribe } from '../testing/alert-rig.ts'
import { withMailedSite } from '../testing/mailed-site.ts'
import { someOutcome } from '../testing/some-outcome.ts'
import { addValidator } from '../testing/some-validators.ts'

const password = 'a long enough password'
const silences = '/api/alerts/silences/'
const minute = 60_000
const hour = 60 * minute
/** Of five blocks in a row. */
const condition = 113
const [missed, signed] = [1131, 1132]
let catcher: MailCatcher
let site: TestApp
let serial = 0

withMailedSite((made) => {
  ;({ site, catcher } = made)
})

const at = (ms: number) => new Date(site.clock.now() + ms).toISOString()

/** Somebody who is mailed of a validator of their own. */
interface Operator {
  browser: TestBrowser
  email: string
  validator: number
  /** How often it has begun. */
  begun: number
}

async function operator(): Promise<Operator> {
  serial += 1
  const [email, name] = [`worker${serial}@example.org`, `work${serial}`]
  await site.createUser(email, password)
  const browser = await site.signedIn({ email, password })
  const validator = await addValidator(site.database.db.orm, { networkId: 1, operator: name })
  await subscribe(site.database.db, { email, settings: [missed, signed], networkId: 1, validatorKey: name })
  return { browser, email, validator, begun: 0 }
}

async function silence({ browser, validator }: Operator, over: object = {}): Promise<number> {
  const body = {
    blockchain_id: 1,
    blockchain_validator_id: validator,
    to: at(hour),
    reason: 'Upgrade',
    ...over,
  }
  const answer = await browser.post(silences, body)
  expect(answer.status).toBe(201)
  return answer.json<Silence>().id
}

/** It is decided, in one transaction as the decider does it, that blocks are missed, or are not any more. */
async function decide(
  who: Operator,
  kind: 'BEGAN' | 'ENDED',
  { ms = 0, of = condition } = {},
): Promise<void> {
  if (kind === 'BEGAN') who.begun += 1
  serial += 1
  const { db } = site.platform
  const target = { key: `validator:${who.validator}` as const, type: 'VALIDATOR' as const, id: who.validator }
  const time = site.clock.now() + ms
  const settingId = of * 10 + (kind === 'BEGAN' ? 1 : 2)
  const key = `1/${target.key}/${settingId}/${who.begun}@${serial}`
  const one = someOutcome({ settingId, target, height: serial, at: time, since: time, key })
  const outcome = { ...one, kind, conditionId: of, evidence: { ...one.evidence, observed_at: time } }
  const conditions = {
    [of]: { is: kind === 'BEGAN' ? (1 as const) : (0 as const), since: time, reported: who.begun },
  }
  await db.transaction(async (tx) => {
    const head = (await lockHead(tx, 1)) ?? deciding.begin(1).head
    const state: AlertingState = deciding.read({ head, targets: { [target.key]: { conditions } } })
    await writeState(tx, 1, state, { touched: [target.key], closed: [], before: null })
    await createAlertRig(db).raise(tx, 1, [outcome], state)
  })
}

/** The history of somebody, newest first: kind, whether a silence held it back, and what became of its messages. */
async function history({ browser }: Operator): Promise<string[]> {
  const items = (await browser.get('/api/alerts/history/1/')).json<AlertHistoryItem[]>()
  return items.map(({ setting_id, silence_id, deliveries }) =>
    [
      setting_id === missed ? 'BEGAN' : 'ENDED',
      silence_id === null ? 'loud' : 'silenced',
      ...deliveries.map(({ state, detail }) => (detail === null ? state : `${state} ${detail}`)),
    ].join(' '),
  )
}
const mailsTo = ({ email }: Operator) => catcher.mails.filter(({ to }) => to.includes(email))
const textOf = ({ mail }: MailCatcher['mails'][number]) => (mail.text ?? '').replaceAll('\u00a0', ' ')

/** Lets time go on, little by little, until it is so. */
async function until(who: Operator, expected: readonly string[]): Promise<void> {
  const look = async () => {
    await site.clock.advance(100)
    return history(who)
  }
  await expect.poll(look, { timeout: 80_000, interval: 10 }).toEqual(expected)
}
/** At a stroke: in steps a message under way would be taken for one whose process has died. */
const pass = (ms: number) => {
  site.clock.setNow(site.clock.now() + ms)
}
/** Until the silences that are over have been looked at. */
async function settled(): Promise<void> {
  const open = async () => {
    await site.clock.advance(100)
    const { rows } = await site.database.db.orm.execute(sql`
      select from alert_silence where not is_settled and until_at <= ${site.platform.db.now()}`)
    return rows.length
  }
  await expect.poll(open, { timeout: 80_000, interval: 10 }).toBe(0)
}

describe('D177: what is still so when a silence ends is told then', () => {
  test.each([
    ['by its time', () => Promise.resolve(), hour],
    [
      'early',
      async ({ browser }: Operator, id: number) => {
        expect((await browser.delete(`${silences}${id}/`)).status).toBe(204)
      },
      minute,
    ],
  ])('D177: %s: once, with since when, and until when it was silenced', async (_how, end, ms) => {
    const who = await operator()
    const id = await silence(who)
    await decide(who, 'BEGAN')
    await until(who, ['BEGAN silenced SUPPRESSED silenced'])
    pass(ms)
    await end(who, id)
    await until(who, ['BEGAN silenced SENT'])
    expect(mailsTo(who).map(textOf)).toEqual([
      expect.stringMatching(/Since [\w ,:]+ UTC\. It was silenced until [\w ,:]+ UTC\./) as unknown,
    ])
    expect((await who.browser.get('/api/alerts/unacknowledged/1/')).json()).toEqual({ count: 1 })
    // Once, and its end as that of any other.
    pass(hour)
    await settled()
    expect(mailsTo(who)).toHaveLength(1)
    await decide(who, 'ENDED')
    await until(who, ['ENDED loud SENT', 'BEGAN silenced SENT'])
  })

  test('D177: what began and ended inside is only recorded', async () => {
    const who = await operator()
    await silence(who)
    await decide(who, 'BEGAN')
    await decide(who, 'ENDED')
    const recorded = ['ENDED silenced SUPPRESSED silenced', 'BEGAN silenced SUPPRESSED silenced']
    expect(await history(who)).toEqual(recorded)
    pass(hour)
    await settled()
    await until(who, recorded)
    expect(mailsTo(who)).toEqual([])
  })

  test('D177: several that are still so are told, each once; what was acknowledged meanwhile is not', async () => {
    const [who, seen] = [await operator(), await operator()]
    for (const one of [who, seen]) {
      await silence(one)
      await decide(one, 'BEGAN')
    }
    const [item] = (await seen.browser.get('/api/alerts/history/1/')).json<AlertHistoryItem[]>()
    await seen.browser.post('/api/alerts/acknowledge/', { alert_ids: [item?.id] })
    pass(hour)
    await until(who, ['BEGAN silenced SENT'])
    await settled()
    expect(await history(seen)).toEqual(['BEGAN silenced SUPPRESSED silenced'])
    expect([mailsTo(who).length, mailsTo(seen).length]).toEqual([1, 0])
  })

  test('D177 E279: all of it in one message, whatever it is', async () => {
    const who = await operator()
    const also = async (setting: number): Promise<Operator> => {
      serial += 1
      const name = `work${serial}`
      const validator = await addValidator(site.database.db.orm, { networkId: 1, operator: name })
      const wanted = { email: who.email, settings: [setting], networkId: 1, validatorKey: name }
      await subscribe(site.database.db, wanted)
      return { ...who, validator }
    }
    const [other, worse] = [await also(missed), await also(1141)]
    await silence(who, { blockchain_validator_id: null })
    for (const one of [who, other]) await decide(one, 'BEGAN')
    await decide(worse, 'BEGAN', { of: 114 })
    pass(hour)
    await settled()
    const delivered = async () =>
      (await who.browser.get('/api/alerts/history/1/'))
        .json<AlertHistoryItem[]>()
        .flatMap(({ deliveries }) => deliveries.map(({ state }) => state))
    const look = async () => {
      await site.clock.advance(100)
      return delivered()
    }
    await expect.poll(look, { timeout: 80_000, interval: 10 }).toEqual(['SENT', 'SENT', 'SENT'])
    expect(mailsTo(who)).toHaveLength(1)
  })

  test('D177: what another silence holds back by then waits for that one', async () => {
    const who = await operator()
    await silence(who)
    await decide(who, 'BEGAN')
    await silence(who, { blockchain_validator_id: null, to: at(2 * hour) })
    pass(1.5 * hour)
    await settled()
    expect(await history(who)).toEqual(['BEGAN silenced SUPPRESSED silenced'])
    pass(hour)
    await until(who, ['BEGAN silenced SENT'])
  })

  test('D177: nobody is told who does not want it any more, nor by a way that is gone', async () => {
    const who = await operator()
    await silence(who)
    await decide(who, 'BEGAN')
    await site.database.db.orm.execute(sql`
      delete from alert_entry where user_id = (select id from user_account where email = ${who.email})`)
    pass(hour)
    await settled()
    expect(await history(who)).toEqual(['BEGAN silenced'])
    expect(mailsTo(who)).toEqual([])
  })

  test('D177: what happened in a silence and is decided only after its end is told, since it is still so', async () => {
    const who = await operator()
    await silence(who)
    pass(2 * hour)
    await settled()
    await decide(who, 'BEGAN', { ms: -1.5 * hour })
    expect(await history(who)).toEqual(['BEGAN silenced SUPPRESSED silenced'])
    await until(who, ['BEGAN silenced SENT'])
  })
})

describe('D178: an end is told where its beginning was', () => {
  test('D178: of what was told before the silence', async () => {
    const who = await operator()
    await decide(who, 'BEGAN')
    await until(who, ['BEGAN loud SENT'])
    await silence(who)
    await decide(who, 'ENDED')
    await until(who, ['ENDED loud SENT', 'BEGAN loud SENT'])
  })

  test('D178: of what nobody was told of it is not, even where the silence has just ended', async () => {
    const who = await operator()
    await silence(who)
    await decide(who, 'BEGAN')
    pass(hour + 1)
    // Nobody has looked at the silence yet.
    await decide(who, 'ENDED')
    const recorded = ['ENDED silenced SUPPRESSED silenced', 'BEGAN silenced SUPPRESSED silenced']
    expect(await history(who)).toEqual(recorded)
    await settled()
    expect(await history(who)).toEqual(recorded)
    expect(mailsTo(who)).toEqual([])
  })
})

describe('D179: a mute and a silence at once', () => {
  const mute = async ({ browser }: Operator, isMuted: boolean) => {
    const [item] = (await browser.get('/api/alerts/history/1/')).json<AlertHistoryItem[]>()
    expect(
      (await browser.post('/api/alerts/mute-conditions/', { alert_ids: [item?.id], mute: isMuted })).status,
    ).toBe(200)
  }

  test('D179: the history says that it was silenced; after the silence the mute goes on', async () => {
    const who = await operator()
    await silence(who, { to: at(10 * minute) })
    await decide(who, 'BEGAN')
    await mute(who, true)
    await decide(who, 'ENDED')
    await decide(who, 'BEGAN')
    const silenced = 'silenced SUPPRESSED silenced'
    expect(await history(who)).toEqual([`BEGAN ${silenced}`, `ENDED ${silenced}`, `BEGAN ${silenced}`])
    pass(11 * minute)
    await until(who, ['BEGAN silenced SUPPRESSED muted', `ENDED ${silenced}`, `BEGAN ${silenced}`])
    expect(mailsTo(who)).toEqual([])
  })

  test('D179: a mute that is over first leaves the silence as it is', async () => {
    const who = await operator()
    await silence(who)
    await decide(who, 'BEGAN')
    await mute(who, true)
    await mute(who, false)
    pass(hour)
    await until(who, ['BEGAN silenced SENT'])
  })
})
