import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { testCatalogue, testNetwork } from '../../../testing/test-catalogue.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { intakeUptimes } from '../bridge.store.ts'
import { storeAnswer } from '../testing/fake-store.ts'
import { pushBytes } from '../testing/pushing.ts'

const bridgesUrl = 'http://store.example/select'
let database: TestDatabase
let site: TestApp
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await site.close()
  await database.drop()
})

test('G76: where a store is asked, nothing is taken here: /v1/metrics does not exist, nobody is said to listen, and the store is asked', async () => {
  let asked: (url: string) => void = () => undefined
  const first = new Promise<string>((resolve) => {
    asked = resolve
  })
  site = await createTestApp({
    database,
    clock: systemClock,
    config: { port: 0, bridgesUrl },
    catalogue: testCatalogue([testNetwork({ blockchain_id: 9, is_da_enabled: true })]),
    fetch: (url) => {
      asked(url instanceof Request ? url.url : url.toString())
      return Promise.resolve(new Response(storeAnswer([], [])))
    },
  })
  await site.app.start()
  expect(await first).toBe(`${bridgesUrl}/api/v1/query`)
  const push = await site.app.server.fastify.inject({
    method: 'POST',
    url: '/v1/metrics',
    headers: { 'content-type': 'application/x-protobuf', authorization: 'Bearer anything' },
    payload: pushBytes({}),
  })
  expect(push.statusCode).toBe(404)
  expect(push.json()).toMatchObject({ status: 404, code: 'not_found' })
  expect(await intakeUptimes(database.db.orm)).toEqual([])
})
