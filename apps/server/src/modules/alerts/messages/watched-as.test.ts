import { deciding } from '@roundsman/alerting/deciding'
import type { AlertHistoryItem, UserAlertSettings } from '@roundsman/contract/alerts/alerts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailCatcher, type MailCatcher } from '../../../testing/mail-catcher.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { testCatalogue, testNetwork } from '../../../testing/test-catalogue.ts'
import { createPeople, type Person } from '../../accounts/testing/some-team.ts'
import { addBridge } from '../testing/some-bridges.ts'
import { createAlertRig } from '../testing/alert-rig.ts'
import { someOutcome } from '../testing/some-outcome.ts'
import { addValidator } from '../testing/some-validators.ts'

const manage = '/api/alerts/user-settings/manage/'
const [jailed, halted] = [2011, 9021]
const ofOperator = 'Fix what made'
const ofDelegator = 'no rewards while jailed'
let catcher: MailCatcher
let site: TestApp
let people: ReturnType<typeof createPeople>
let height = 100
const others = ['cyd', 'dan', 'eve', 'fay']
const validators = new Map<string, number>()

beforeAll(async () => {
  catcher = await createMailCatcher()
  site = await createTestApp({
    catalogue: testCatalogue([testNetwork({ name: 'Celestia' })]),
    config: { mail: { smtpUrl: catcher.url, from: 'a@example.org' } },
  })
  people = createPeople(site)
  await site.app.start()
  const { orm } = site.database.db
  for (const operator of ['ada', 'bob', ...others])
    validators.set(operator, await addValidator(orm, { operator }))
  await orm.execute(sql`
    insert into watch_network (network_id, epoch, seq) values (1, 1, 1) on conflict do nothing`)
  await orm.execute(sql`
    update watch_network set unbonding_ms = 1814400000, slash_downtime = '0.000100000000000000' where network_id = 1`)
})
afterAll(async () => {
  await site.close()
  await catcher.close()
})

const idOf = (name: string) => validators.get(name) ?? 0
const on = (name: string) => ({ blockchain_validator_id: idOf(name) })
const entries = [{ setting_id: jailed, channels: ['EMAIL'] }]
const change = (one: Person, body: object) => one.browser.post(manage, { blockchain_id: 1, entries, ...body })
const settingsOf = async (one: Person) =>
  (await one.browser.get('/api/alerts/user-settings/1/')).json<Required<UserAlertSettings>>()

/** A validator is jailed, or the network stands still where there is none. */
async function raise(...names: (string | null)[]): Promise<void> {
  const { db } = site.platform
  height += 1
  const at = site.clock.now()
  const outcomes = names.map((name) => {
    const settingId = name === null ? halted : jailed
    const target =
      name === null
        ? { key: 'network' as const, type: 'ANY' as const, id: null }
        : { key: `validator:${idOf(name)}` as const, type: 'VALIDATOR' as const, id: idOf(name) }
    const key = `1/${target.key}/${settingId}/1@${height}`
    const outcome = someOutcome({ settingId, target, height, severity: 'CRITICAL', at, since: at, key })
    return { ...outcome, kind: 'BEGAN' as const, evidence: { ...outcome.evidence, observed_at: at } }
  })
  await db.transaction((tx) => createAlertRig(db).raise(tx, 1, outcomes, deciding.begin(1)))
}

/** The text of the mail that somebody gets by it; of several the first may have one of its own, and the others are gathered (D40). */
async function mailAbout(one: Person, ...names: (string | null)[]): Promise<string> {
  const textsOf = () =>
    catcher.mails
      .filter(({ to, mail }) => to.includes(one.email) && mail.subject?.startsWith('[Critical]'))
      .map(({ mail }) => (mail.text ?? '').replaceAll('\u00a0', ' ').replace(/\s+/g, ' '))
  const before = textsOf().length
  const named = names.slice(-2).flatMap((name) => name ?? [])
  const found = () =>
    textsOf()
      .slice(before)
      .find((text) => named.every((name) => text.includes(name)))
  await raise(...names)
  await expect
    .poll(
      async () => {
        await site.clock.advance(1_000)
        return found() !== undefined
      },
      { timeout: 60_000, interval: 10 },
    )
    .toBe(true)
  // What comes and goes would be gathered.
  site.clock.setNow(site.clock.now() + 3_600_000)
  return found() ?? ''
}

test('E290: as what a user watches each target is kept, read again, changed and forgotten; left out, it stays', async () => {
  const one = await people.person()
  const etag = async () => (await one.browser.get('/api/alerts/user-settings/1/')).headers['etag']
  expect((await settingsOf(one)).watched_as).toEqual([])
  await change(one, { targets: [on('ada'), {}], watched_as: 'DELEGATOR' })
  const tag = await etag()
  expect((await settingsOf(one)).watched_as).toEqual([
    { blockchain_validator_id: idOf('ada'), watched_as: 'DELEGATOR' },
    { blockchain_validator_id: null, watched_as: 'DELEGATOR' },
  ])
  await change(one, { ...on('ada'), watched_as: 'OPERATOR' })
  expect(await etag()).not.toBe(tag)
  await change(one, { ...on('ada'), entries: [] })
  await change(one, { watched_as: null })
  expect((await settingsOf(one)).watched_as).toEqual([
    { blockchain_validator_id: idOf('ada'), watched_as: 'OPERATOR' },
  ])
  const exported = (await one.browser.get('/api/users/export/')).json<{ watched_as: object[] }>()
  expect(exported.watched_as).toEqual([{ blockchain_id: 1, validator: 'ada', watched_as: 'OPERATOR' }])
})

test('E290: a team that delegates and a bridge that is delegated to are refused, and what was set stays', async () => {
  const one = await people.person()
  const team = await people.team(one)
  const bridge = await addBridge(site.database.db.orm, { peerId: '12D3KooWCopper' })
  for (const body of [
    { team_id: team, ...on('ada') },
    { bridge_id: bridge, entries: [] },
  ]) {
    const refused = await change(one, { ...body, watched_as: 'DELEGATOR' })
    expect([refused.status, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
      400,
      ['watched_as'],
    ])
  }
  expect((await change(one, { team_id: team, ...on('ada'), watched_as: 'OPERATOR' })).status).toBe(200)
  expect(await settingsOf(one)).toMatchObject({ entries: [], watched_as: [] })
})

test('E296 E291: whoever delegates is told so in the mail and in the history, as they watch it then', async () => {
  const one = await people.person()
  await change(one, { ...on('ada'), watched_as: 'DELEGATOR' })
  const mail = await mailAbout(one, 'ada')
  expect(mail).toContain('then not again for up to 21 d')
  expect(mail).toContain(ofDelegator)
  expect(mail).not.toContain(ofOperator)
  const history = async () =>
    (await one.browser.get('/api/alerts/history/1/')).json<AlertHistoryItem[]>()[0]?.message
  expect(await history()).toContain(ofDelegator)
  await change(one, { ...on('ada'), watched_as: 'OPERATOR' })
  expect(await history()).toContain(ofOperator)
  expect(await mailAbout(one, 'ada')).toContain(ofOperator)
})

test('E295 E296: of several in one mail, run by its reader and delegated to, each has its own advice', async () => {
  const one = await people.person()
  await change(one, { ...on('ada'), watched_as: 'OPERATOR' })
  await change(one, { targets: others.map(on), watched_as: 'DELEGATOR' })
  const mail = await mailAbout(one, ...others, 'ada')
  expect(mail).toContain(`: ada): ${ofOperator}`)
  expect(mail).toMatch(new RegExp(`: (cyd, )?dan, eve, fay\\): They earn ${ofDelegator}`))
})

test('E290: what is said of every validator holds for those without alerts of their own; through a team its operator is told', async () => {
  const one = await people.person()
  await change(one, on('ada'))
  await change(one, { watched_as: 'DELEGATOR' })
  expect(await mailAbout(one, 'ada')).toContain(ofOperator)
  expect(await mailAbout(one, 'bob')).toContain(ofDelegator)
  const team = await people.team(one)
  await change(one, { team_id: team, ...on('bob') })
  expect(await mailAbout(one, 'bob')).toContain(ofOperator)
})

test('E290: of the network a delegator is told who operates nothing in it', async () => {
  const one = await people.person()
  const network = { entries: [{ setting_id: halted, channels: ['EMAIL'] }] }
  await change(one, network)
  expect(await mailAbout(one, null)).toContain('Keep your node running')
  await change(one, { ...on('ada'), watched_as: 'DELEGATOR' })
  expect(await mailAbout(one, null)).toContain('All you can do is wait.')
  await change(one, on('bob'))
  expect(await mailAbout(one, null)).toContain('Keep your node running')
})
