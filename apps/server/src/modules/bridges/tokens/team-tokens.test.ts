import { bridgeTokensOfUser } from '@roundsman/contract/bridges/bridge-tokens'
import type { BridgeToken, NewBridgeToken } from '@roundsman/contract/bridges/bridge-tokens'
import type { Bridge, BridgesList } from '@roundsman/contract/bridges/bridges'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runCommand } from '../../../testing/run-command.ts'
import { createPeople, password, type Person } from '../../accounts/testing/some-team.ts'
import { networkId } from '../../watch/testing/sim-rig.ts'
import { type BridgeSite, openBridgeSite } from '../testing/bridge-site.ts'
import { pushBytes } from '../testing/pushing.ts'

const list = `/api/blockchains/bridges/${networkId}/`
const path = `${list}tokens/`
let opened: BridgeSite
let people: ReturnType<typeof createPeople>
let owner: Person
let team: number

beforeAll(async () => {
  opened = await openBridgeSite(['simulated'])
  people = createPeople(opened.site)
})
afterAll(() => opened.close())
beforeEach(async () => {
  await opened.database.db.orm.execute(
    sql`truncate bridge, bridge_sample, bridge_event, bridge_token, bridge_network, bridge_release`,
  )
  owner = await people.person()
  team = await people.team(owner)
})

const join = (role: string) => people.join(team, owner, role)
const make = ({ browser }: Person, of: number | null = team) =>
  browser.post(path, { name: 'Ours', team_id: of })
async function made(by = owner, of: number | null = team): Promise<NewBridgeToken> {
  const answer = await make(by, of)
  expect(answer.status).toBe(201)
  return answer.json<NewBridgeToken>()
}
const tokens = async ({ browser }: Person, query = '') =>
  (await browser.get(`${path}${query}`)).json<{ tokens: BridgeToken[] }>().tokens
const bridges = async ({ browser }: Person): Promise<Bridge[]> =>
  (await browser.get(list)).json<BridgesList>().bridges
const push = async ({ token }: NewBridgeToken): Promise<number> => {
  const { statusCode } = await opened.site.app.server.fastify.inject({
    method: 'POST',
    url: '/v1/metrics',
    headers: { 'content-type': 'application/x-protobuf', authorization: `Bearer ${token}` },
    payload: pushBytes({}),
  })
  return statusCode
}
const said = ({ status, json }: { status: number; json<T>(): T }) => [status, json<{ code: string }>().code]

test('G84: owners and editors make and delete a team’s tokens, every member sees them, nobody else does', async () => {
  const editor = await join('EDITOR')
  const reader = await join('MEMBER')
  const stranger = await people.person()
  const { id } = await made(editor)
  const own = await made(reader, null)
  expect((await tokens(reader)).map((one) => [one.id, one.team_id])).toEqual([
    [id, team],
    [own.id, null],
  ])
  expect((await tokens(reader, `?team_id=${team}`)).map((one) => one.id)).toEqual([id])
  expect((await tokens(owner)).map((one) => one.id)).toEqual([id])
  expect(await tokens(stranger)).toEqual([])

  for (const answer of [await make(reader), await reader.browser.delete(`${path}${id}/`)])
    expect(said(answer)).toEqual([403, 'permission_denied'])
  for (const answer of [
    await make(stranger),
    await stranger.browser.delete(`${path}${id}/`),
    await stranger.browser.get(`${path}?team_id=${team}`),
    await owner.browser.delete(`${path}${own.id}/`),
  ])
    expect(said(answer)).toEqual([404, 'not_found'])
  expect((await owner.browser.delete(`${path}${id}/`)).status).toBe(204)
  expect(await tokens(editor)).toEqual([])
  const { events } = (await editor.browser.get('/api/users/audit/')).json<{ events: { kind: string }[] }>()
  expect(events.map(({ kind }) => kind)).toContain('bridge_token_created')
})

test('G84: a team has as many tokens on a network as a user has', async () => {
  await opened.database.db.orm.execute(sql`
    insert into bridge_token (team_id, network_id, name, hash, created_at)
    select ${team}, ${networkId}, 'Many', n::text, now() from generate_series(1, ${bridgeTokensOfUser}) n`)
  const { errors } = (await make(owner)).json<{ errors: Record<string, string[]> }>()
  expect(errors).toEqual({ name: ['A team can have at most 200 bridge tokens on a network.'] })
  await made(owner, null)
})

test('G85: a team’s bridge is owned by every member, stays when its maker leaves, and goes with the team', async () => {
  const editor = await join('EDITOR')
  const reader = await join('MEMBER')
  const stranger = await people.person()
  const token = await made(editor)
  expect(await push(token)).toBe(200)
  const owned = async (one: Person) => (await bridges(one)).map((bridge) => bridge.owned)
  for (const one of [owner, editor, reader]) expect(await owned(one)).toEqual([true])
  expect(await owned(stranger)).toEqual([false])
  const [{ id } = { id: 0 }] = await bridges(stranger)
  expect((await reader.browser.get(`${list}${id}/`)).json()).toMatchObject({ owned: true })

  expect((await editor.browser.delete('/api/users/profile/', { password })).status).toBe(204)
  expect(await push(token)).toBe(200)
  expect(await owned(reader)).toEqual([true])
  expect((await reader.browser.delete(`/api/teams/${team}/members/${reader.id}/`)).status).toBe(204)
  expect(await owned(reader)).toEqual([false])

  const seq = async () => {
    const { rows } = await opened.database.db.orm.execute<{ seq: number }>(
      sql`select seq::int from bridge_network`,
    )
    return rows[0]?.seq ?? 0
  }
  const before = await seq()
  expect((await owner.browser.delete(`/api/teams/${team}/`)).status).toBe(204)
  // Pages that are open fetch the bridges anew.
  expect(await seq()).toBeGreaterThan(before)
  expect(await bridges(owner)).toEqual([])
  // What is remembered of it for some seconds stores nothing any more.
  expect(await push(token)).not.toBe(500)
  expect(await bridges(stranger)).toEqual([])
})

test('G86: a team’s token pushes as long as one of its members may read the network', async () => {
  const token = await made()
  const { orm } = opened.database.db
  await orm.execute(sql`update user_account set disabled_at = now() where id = ${owner.id}`)
  expect(await push(token)).toBe(401)
  await orm.execute(sql`update user_account set disabled_at = null where id = ${owner.id}`)
  expect(await push(token)).toBe(200)
})

test('G87: what was taken from a team comes back neither through it nor through one of its members, nor the other way round', async () => {
  const editor = await join('EDITOR')
  const stranger = await people.person()
  const token = await made()
  expect(await push(token)).toBe(200)
  const [{ peer_id: peer } = { peer_id: '' }] = await bridges(owner)
  await runCommand(opened.site.app.modules, 'bridge release', [peer])
  const problem = async (one: Person, { id }: NewBridgeToken) =>
    (await tokens(one)).find((other) => other.id === id)?.problem
  const others = [token, await made(), await made(owner, null), await made(editor, null)]
  for (const [index, other] of others.entries()) {
    expect(await push(other)).toBe(200)
    expect(await problem(index === 3 ? editor : owner, other)).toBe('released')
  }
  expect(await bridges(owner)).toEqual([])
  const theirs = await made(stranger, null)
  await push(theirs)
  expect(await problem(stranger, theirs)).toBeNull()

  await runCommand(opened.site.app.modules, 'bridge release', [peer])
  const founded = await people.team(stranger)
  const through = await made(stranger, founded)
  await push(through)
  expect(await problem(stranger, through)).toBe('released')
})
