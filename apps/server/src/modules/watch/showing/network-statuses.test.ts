import type { NetworkStatuses } from '@roundsman/contract/networks/validators'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { testCatalogue, testNetwork } from '../../../testing/test-catalogue.ts'

const password = 'a long enough password'
let site: TestApp

beforeAll(async () => {
  site = await createTestApp({
    catalogue: testCatalogue([
      testNetwork({ blockchain_id: 7 }),
      testNetwork({ blockchain_id: 3, access: 'VIP' }),
      testNetwork({ blockchain_id: 5, rpc: [] }),
    ]),
  })
  for (const group of ['member', 'vip', 'admin'])
    await site.createUser(`${group}@example.org`, password, group)
})
afterAll(() => site.close())

test.each([
  ['member', [7, 5]],
  ['vip', [7, 3, 5]],
  ['admin', [7, 3, 5]],
] as const)(
  'W65: how every network is that a %s may read, in the order of the catalogue',
  async (who, ids) => {
    const browser = await site.signedIn(
      { email: `${who}@example.org`, password },
      { host: 'n7.localhost:8000' },
    )
    const answer = await browser.get('/api/networks/status/')
    expect(answer.status).toBe(200)
    const { networks } = answer.json<NetworkStatuses>()
    expect(networks.map(({ blockchain_id }) => blockchain_id)).toEqual(ids)
    expect(networks.at(-1)?.status.state).toBe('NOT_FOLLOWED')
    expect(networks.at(-1)?.attention).toBeNull()
    const list = await browser.get('/api/blockchains/list/5/')
    expect(networks.at(-1)?.status).toEqual(list.json<{ status: unknown }>().status)
  },
)

test('W65: without a session nothing is said', async () => {
  expect((await site.browser({ host: 'n7.localhost:8000' }).get('/api/networks/status/')).status).toBe(401)
})
