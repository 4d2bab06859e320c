import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { registerEndpointMetrics } from '../following/following.ts'
import { createSimRig, type SimRig } from '../testing/sim-rig.ts'
import { registerWatchMetrics } from './watch-metrics.ts'

let database: TestDatabase
let rig: SimRig
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => rig.close())
afterAll(() => database.drop())

test('W61: a process that serves no pages shows what is committed, not what it began with', async () => {
  rig = await createSimRig({ database, script: [{ at: 22, what: 'absent', validator: 3, blocks: 4 }] })
  const metrics = new Registry()
  const { views, network } = rig
  registerWatchMetrics(metrics, () => [network], views)
  registerEndpointMetrics(metrics, [
    { networkId: 9, follower: { connection: () => null }, hints: { count: () => 2 } },
  ])
  const uptimes = async () => (await metrics.metrics()).match(/^cosmos_validator_uptime\{.*$/gm)
  expect(await uptimes()).toBeNull()
  await rig.to(20)
  const early = await uptimes()
  expect(early).toHaveLength(6)
  expect(early?.every((line) => line.endsWith(' 1'))).toBe(true)
  await rig.to(27)
  const missed = (await uptimes())?.filter((line) => !line.endsWith(' 1'))
  expect(missed).toEqual([expect.stringMatching(/ 0\.[56]\d*$/)])
  expect(await metrics.metrics()).toMatch(
    /^roundsman_network_assurance\{network="9",of="block",assurance="\w+"\} 1$/m,
  )
  expect(await metrics.metrics()).toContain('roundsman_watch_hint_sockets{network="9"} 2')
})

test('W61: where the database does not answer nothing is said', async () => {
  rig = await createSimRig({ database })
  await rig.to(20)
  const metrics = new Registry()
  const { views, network } = rig
  let answers = true
  const refresh = () => (answers ? views.refresh() : Promise.reject(new Error('no database')))
  registerWatchMetrics(metrics, () => [network], { ...views, refresh })
  expect(await metrics.metrics()).toContain('cosmos_validator_uptime{')
  answers = false
  expect(await metrics.metrics()).not.toContain('cosmos_validator_uptime{')
})
