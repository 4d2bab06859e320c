import { expect, test } from 'vitest'
import { createFakeNetwork, type FakeNetworkOptions } from '../testing/fake-network.ts'

function networkOf(options: FakeNetworkOptions) {
  const network = createFakeNetwork(options)
  const { pool } = network
  const states = () => pool.views().map(({ state }) => state)
  const hostInUse = () => pool.use((node) => Promise.resolve(node.host))
  return { ...network, states, hostInUse }
}

test('R85: whoever is blamed for a lie is left alone for an hour, however well it answers, and is counted', async () => {
  const { pool, states, hostInUse, clock } = networkOf({ endpoints: [{}, {}] })
  await pool.probe()
  const host = await hostInUse()
  const other = host === 'a.example' ? 'b.example' : 'a.example'
  pool.blame(host, `height 99: it says jailed true of x (proven by ${other}: false)`)
  const view = () => pool.views().find((one) => one.host === host)
  for (let minute = 0; minute < 59; minute++) {
    clock.advance(60_000)
    await pool.probe()
    await pool.idle()
    expect(await hostInUse()).toBe(other)
    expect(view()).toMatchObject({ state: 'LYING', lies: 1, lastError: expect.stringContaining('height 99') })
  }
  clock.advance(61_000)
  await pool.probe()
  await pool.idle()
  expect(states()).toEqual(['OK', 'OK'])
  expect(view()).toMatchObject({ lies: 1, lastError: null })
})

test('R85: a second opinion comes from another host while there is one, and changes nothing of the choice', async () => {
  const { pool, hostInUse, at } = networkOf({ endpoints: [{}, {}, {}] })
  await pool.probe()
  const first = await hostInUse()
  const second = await pool.use((node) => Promise.resolve(node.host), { otherThan: [first] })
  const third = await pool.use((node) => Promise.resolve(node.host), { otherThan: [first, second] })
  expect(new Set([first, second, third]).size).toBe(3)
  expect(await hostInUse()).toBe(first)
  for (const host of [second, third]) at(host.charAt(0)).fault = 'refuse'
  const opinion = await pool.use(async (node) => (await node.status()).chainId && node.host, {
    otherThan: [first],
  })
  expect(opinion).toBe(first)
})
