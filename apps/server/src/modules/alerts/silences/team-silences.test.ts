import { deciding } from '@roundsman/alerting/deciding'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import { type Silence, silenceBounds } from '@roundsman/contract/alerts/silences'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { testCatalogue, testNetwork } from '../../../testing/test-catalogue.ts'
import { createPeople, password, type Person } from '../../accounts/testing/some-team.ts'
import { createAlertRig } from '../testing/alert-rig.ts'
import { someOutcome } from '../testing/some-outcome.ts'
import { addValidator } from '../testing/some-validators.ts'
import { settleSilences } from './settle-silences.ts'

const silences = '/api/alerts/silences/'
const hour = 3_600_000
const missed = 1131
let site: TestApp
let people: ReturnType<typeof createPeople>
let validator: number
let team: number
let owner: Person
let serial = 0

beforeAll(async () => {
  site = await createTestApp({ catalogue: testCatalogue([testNetwork()]) })
  await site.app.prepare()
  people = createPeople(site)
  validator = await addValidator(site.database.db.orm, { networkId: 1, operator: 'ada' })
})
afterAll(() => site.close())
beforeEach(async () => {
  owner = await people.person()
  team = await people.team(owner)
})

const at = (ms: number) => new Date(site.clock.now() + ms).toISOString()
const join = (role: string) => people.join(team, owner, role)
const post = ({ browser }: Person, over: object = {}) =>
  browser.post(silences, { blockchain_id: 1, team_id: team, to: at(hour), reason: 'Upgrade', ...over })
async function silence(by: Person, over: object = {}): Promise<Silence> {
  const answer = await post(by, over)
  expect(answer.status).toBe(201)
  return answer.json<Silence>()
}
const listed = async ({ browser }: Person, of?: number) =>
  (await browser.get(`${silences}?blockchain_id=1${of === undefined ? '' : `&team_id=${of}`}`)).json<{
    silences: Silence[]
  }>().silences
const said = ({ status, json }: { status: number; json<T>(): T }) => [status, json<{ code: string }>().code]
const want = async ({ browser }: Person, of: number | null) => {
  const entries = [{ setting_id: missed, channels: ['EMAIL'] }]
  const answer = await browser.post('/api/alerts/user-settings/manage/', {
    ...{ blockchain_id: 1, blockchain_validator_id: validator, team_id: of, entries },
  })
  expect(answer.status).toBe(200)
}

/** Blocks are missed; gives its id. */
async function miss(): Promise<number> {
  const { db } = site.database
  serial += 1
  const target = { key: `validator:${validator}` as const, type: 'VALIDATOR' as const, id: validator }
  const one = someOutcome({ settingId: missed, target, height: serial, at: site.clock.now() })
  await db.transaction((tx) => createAlertRig(site.platform.db).raise(tx, 1, [one], deciding.begin(1)))
  const { rows } = await db.orm.execute<{ id: number }>(sql`select max(id)::int as id from alert`)
  return rows[0]?.id ?? 0
}

/** The silence that held the newest alert back, and what became of its messages. */
async function newest({ browser }: Person): Promise<unknown[]> {
  const [item] = (await browser.get('/api/alerts/history/1/')).json<AlertHistoryItem[]>()
  const told = item?.deliveries.map(({ state, detail }) => [state, detail].filter(Boolean).join(' '))
  return [item?.silence_id ?? null, ...(told ?? [])]
}

describe('D216: planned work of a team', () => {
  test('D216: owners and editors make and end it, every member sees it and who made it, nobody else does', async () => {
    const editor = await join('EDITOR')
    const reader = await join('MEMBER')
    const stranger = await people.person()
    const made = await silence(editor, { blockchain_validator_id: validator })
    const { id } = made
    const by = { user_id: editor.id, name: editor.email.split('@')[0] }
    expect(made).toMatchObject({ team_id: team, blockchain_validator_id: validator, created_by: by })
    for (const one of [owner, editor, reader]) expect(await listed(one)).toEqual([made])
    const own = await silence(reader, { team_id: null, to: at(2 * hour) })
    expect(await listed(reader)).toEqual([made, own])
    expect(await listed(reader, team)).toEqual([made])

    expect(said(await post(reader))).toEqual([403, 'permission_denied'])
    expect(said(await reader.browser.delete(`${silences}${id}/`))).toEqual([403, 'permission_denied'])
    expect(await listed(stranger)).toEqual([])
    const asked = await stranger.browser.get(`${silences}?blockchain_id=1&team_id=${team}`)
    for (const answer of [asked, await post(stranger), await stranger.browser.delete(`${silences}${id}/`)])
      expect(said(answer)).toEqual([404, 'not_found'])
    // Nobody ends what another member made for themselves.
    expect(said(await owner.browser.delete(`${silences}${own.id}/`))).toEqual([404, 'not_found'])
    expect((await owner.browser.delete(`${silences}${id}/`)).status).toBe(204)
    expect(await listed(editor)).toEqual([])
  })

  test('D216: it stays when whoever made it deletes their account, and goes with the team', async () => {
    const editor = await join('EDITOR')
    const { id } = await silence(editor)
    expect((await editor.browser.delete('/api/users/profile/', { password })).status).toBe(204)
    expect(await listed(owner)).toEqual([expect.objectContaining({ id, created_by: null })])
    expect((await owner.browser.delete(`/api/teams/${team}/`)).status).toBe(204)
    expect(await listed(owner)).toEqual([])
  })

  test('D216: a team has a hundred at most, whatever its members have', async () => {
    await site.database.db.orm.execute(sql`
      insert into alert_silence (team_id, network_id, from_at, until_at, reason, until_recovered, created_at)
      select ${team}, 1, 'now', 'infinity', 'Many', false, now() from generate_series(1, ${silenceBounds.ofUser})`)
    const { errors } = (await post(owner)).json<{ errors: Record<string, string[]> }>()
    expect(errors).toEqual({ reason: ['A team can have up to 100 silences. End some first.'] })
    await silence(owner, { team_id: null })
  })
})

describe('D217: what a team’s silence holds back', () => {
  test('D217: what members get through the team alone, and not what they want for themselves or through another', async () => {
    const reader = await join('MEMBER')
    const both = await join('MEMBER')
    const inTwo = await join('MEMBER')
    await want(owner, team)
    await want(both, null)
    const second = await people.team(owner, 'Day watch')
    await people.join(second, owner, 'MEMBER', inTwo)
    const { id } = await silence(owner, { blockchain_validator_id: validator })
    await miss()
    for (const one of [owner, reader, inTwo]) expect(await newest(one)).toEqual([id, 'SUPPRESSED silenced'])
    expect(await newest(both)).toEqual([null, 'QUEUED'])

    await want(owner, second)
    await miss()
    expect(await newest(reader)).toEqual([id, 'SUPPRESSED silenced'])
    expect(await newest(inTwo)).toEqual([null, 'QUEUED'])
    // Both are silent: it waits for the first end, since then one of them wants it.
    const other = await silence(owner, { team_id: second, to: at(hour / 2) })
    await miss()
    expect(await newest(inTwo)).toEqual([other.id, 'SUPPRESSED silenced'])
    // One's own covers everything, also what comes through teams.
    const own = await silence(both, { team_id: null })
    await miss()
    expect(await newest(both)).toEqual([own.id, 'SUPPRESSED silenced'])
  })

  test('D217: at its end members are told what is still so, unless another silence holds it back', async () => {
    const reader = await join('MEMBER')
    const busy = await join('MEMBER')
    await want(owner, team)
    const { id } = await silence(owner)
    const own = await silence(busy, { team_id: null, to: at(2 * hour) })
    await miss()
    expect(await newest(busy)).toEqual([own.id, 'SUPPRESSED silenced'])
    expect((await owner.browser.delete(`${silences}${id}/`)).status).toBe(204)
    await site.clock.advance(1_000)
    const { db } = site.platform
    const fanned: unknown[] = []
    const channels = ['EMAIL' as const]
    const notifications = {
      fanOut: (_tx: unknown, of: unknown) => Promise.resolve(void fanned.push(of)),
      withdrawRecords: () => Promise.resolve(),
    }
    await settleSilences(db, notifications, channels)
    expect(fanned).toHaveLength(1)
    const { rows } = await db.orm.execute(sql`
      select user_id as id, silenced from alert_recipient
      where user_id in (${owner.id}, ${reader.id}, ${busy.id}) order by user_id`)
    expect(rows).toEqual([
      { id: owner.id, silenced: 'TOLD' },
      { id: reader.id, silenced: 'TOLD' },
      { id: busy.id, silenced: 'WAITS' },
    ])
  })
})
