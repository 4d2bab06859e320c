import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createLedger } from '../testing/ledger.ts'
import { createDeliveryMeter } from './delivery-meter.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('D3 D26: the depth and the age of the queue can be seen', async () => {
  const ledger = await createLedger(database)
  const registry = new Registry()
  const meter = createDeliveryMeter(registry)
  meter.watch(ledger.db)
  meter.attempted('email', 'SENT')
  await ledger.add()
  await ledger.clock.advance(90_000)
  await ledger.add()
  const text = await registry.metrics()
  expect(text).toContain('roundsman_delivery_queue_depth{channel="email",lane="account"} 2')
  expect(text).toContain('roundsman_delivery_queue_oldest_seconds{channel="email",lane="account"} 90')
  expect(text).toContain('roundsman_delivery_lag_seconds{channel="email",lane="account"} 90')
  expect(text).toContain('roundsman_delivery_attempts_total{channel="email",state="SENT"} 1')
  await ledger.pass()
  expect(await registry.metrics()).not.toContain('queue_depth{channel="email"')
})
