import type { BridgeDetails } from '@roundsman/contract/bridges/bridge-details'
import type { BridgeToken, NewBridgeToken } from '@roundsman/contract/bridges/bridge-tokens'
import type { Bridge, BridgesList } from '@roundsman/contract/bridges/bridges'
import { type BridgeFleet, createBridgeFleet, roundMs } from '@roundsman/simnet/bridges/bridge-fleet'
import { type DemoBridge, demoBridges } from '@roundsman/simnet/bridges/demo-bridges.data'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settle } from '../../testing/manual-clock.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { testCatalogue } from '../../testing/test-catalogue.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createSimRig, networkId, type SimRig } from '../watch/testing/sim-rig.ts'

const list = `/api/blockchains/bridges/${networkId}/`
const namespace = 'simulated'
let database: TestDatabase
let rig: SimRig
let site: TestApp
let ada: TestBrowser
let fleet: BridgeFleet

beforeAll(async () => {
  database = await createTestDatabase()
  rig = await createSimRig({ database })
  await rig.to(60)
  const network = { ...rig.network, is_da_enabled: true, bridge_namespaces: [namespace] }
  site = await createTestApp({
    database,
    clock: rig.clock,
    config: { roles: ['web'], port: 0, host: '127.0.0.1' },
    catalogue: testCatalogue([network]),
  })
  await site.app.start()
  await site.createUser('ada@example.org', 'a long enough password')
  ada = await site.signedIn(
    { email: 'ada@example.org', password: 'a long enough password' },
    { host: 'n9.localhost:8000' },
  )
  const bridges = demoBridges
    .filter(({ blockchainId }) => blockchainId === 1)
    .map((one): DemoBridge => ({ ...one, blockchainId: networkId, behind: 55 }))
  const tokens: Record<string, string> = {}
  for (const name of new Set(bridges.map((one) => one.name)))
    tokens[name] = (await ada.post(`${list}tokens/`, { name })).json<NewBridgeToken>().token
  fleet = createBridgeFleet({
    target: await site.app.listen(),
    clock: rig.clock,
    networks: { [networkId]: { namespace, tokens } },
    bridges,
    heightOf: async () => (await rig.view()).row()?.headHeight ?? null,
  })
  // Into the second life of those that live five minutes.
  await goOn(330)
}, 120_000)
afterAll(async () => {
  await fleet.stop()
  await site.close()
  await rig.close()
  await database.drop()
})

/** So many seconds of chain and bridges. */
async function goOn(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds * 1000; passed += roundMs) {
    await rig.poll(roundMs)
    const height = (await rig.view()).row()?.headHeight ?? 0
    while (((await ada.get(list)).json<BridgesList>().network_height ?? 0) < height) await settle()
    await fleet.round()
  }
}
const bridgeOf = async (name: string): Promise<Bridge | undefined> =>
  (await ada.get(list)).json<BridgesList>().bridges.find((one) => one.name === name)
async function historyOf(name: string): Promise<string[]> {
  const answer = await ada.get(`${list}${(await bridgeOf(name))?.id}/`)
  return answer.json<BridgeDetails>().timeline.map(({ kind }) => kind)
}
const problemOf = async (name: string) =>
  (await ada.get(`${list}tokens/`)).json<{ tokens: BridgeToken[] }>().tokens.find((one) => one.name === name)
    ?.problem

describe('G70: bridges that push with the SDK of OpenTelemetry', () => {
  test('G70: a healthy one is in sync, with all that it says of itself', async () => {
    const healthy = await bridgeOf('Archive 1')
    expect(healthy).toMatchObject({ sync_status: 'SYNCED', otel_state: 'FRESH', lag: 0, version: 'v0.31.4' })
    const started = rig.clock.now() - Date.parse(healthy?.started_at ?? '')
    expect(Math.round(started / 3_600_000)).toBe(412)
    const details = (await ada.get(`${list}${healthy?.id}/`)).json<BridgeDetails>()
    expect(details.figures).toMatchObject({
      peers: { full: expect.any(Number), archival: expect.any(Number) },
      storage: { write_seconds: expect.closeTo(0.034), read_seconds: expect.closeTo(0.003) },
      processing: { publish_seconds: expect.closeTo(0.21), stuck: null, goroutines: expect.any(Number) },
    })
    expect(details.timeline.map(({ kind }) => kind)).toEqual(['joined'])
  })

  test('G70: a frozen consensus node is a stall and no silence', async () => {
    expect(await bridgeOf('Frankfurt')).toMatchObject({ sync_status: 'STALLED', otel_state: 'FRESH' })
    expect(await historyOf('Frankfurt')).toEqual(['stalled', 'joined'])
  })

  test('G70: silence is no update, and nothing is said of how it stands', async () => {
    expect(await bridgeOf('Helsinki')).toMatchObject({
      ...{ sync_status: 'UNKNOWN', otel_state: 'STALE', lag: null, height: expect.any(Number) },
    })
  })

  test('G70: a restart is reported, and heights of zero after it are not a fall', async () => {
    expect(await bridgeOf('Lisbon')).toMatchObject({ sync_status: 'SYNCED', otel_state: 'FRESH' })
    expect(await historyOf('Lisbon')).toEqual(['restarted', 'joined'])
  })

  test('G70: one that catches up is behind, and not stalled', async () => {
    const { lag, ...kyiv } = (await bridgeOf('Kyiv')) ?? {}
    expect(kyiv).toMatchObject({ sync_status: 'CATCHING_UP', otel_state: 'FRESH' })
    expect(lag).toBeGreaterThan(3)
    expect(await historyOf('Kyiv')).not.toContain('stalled')
  })

  test('G70: the head that flips to the tail in v0.26 to v0.29 does no harm', async () => {
    expect(await bridgeOf('Old release')).toMatchObject({ sync_status: 'SYNCED', version: 'v0.29.1', lag: 0 })
    expect(await historyOf('Old release')).toEqual(['joined'])
  })

  test('G70: two programs with one key are found out, once', async () => {
    expect(await problemOf('Moved')).toBe('two_programs')
    const history = await historyOf('Moved')
    expect(history.filter((kind) => kind === 'two_programs')).toEqual(['two_programs'])
  })

  test('G70: a stolen peer id is contested, and what it says is not taken', async () => {
    expect(await bridgeOf('Archive 2')).toMatchObject({
      contested: true,
      sync_status: 'SYNCED',
      version: 'v0.31.4',
    })
    expect(await bridgeOf('Impostor')).toBeUndefined()
    expect(await problemOf('Impostor')).toBe('contested')
  })
})
