import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { type LiveNetwork, startLiveNetwork } from '../watch/testing/live-network.ts'

const dir = mkdtempSync(join(tmpdir(), 'roundsman-import-'))
const ada = { email: 'ada@example.org', password: 'a long enough password' }

let network: LiveNetwork
let site: TestApp
beforeAll(async () => {
  network = await startLiveNetwork()
  site = await createTestApp({
    catalogue: network.catalogue,
    clock: systemClock,
    fetch,
    config: { port: 0, host: '127.0.0.1' },
  })
  await site.app.prepare()
  await site.createUser(ada.email, ada.password)
})
afterAll(async () => {
  await site.close()
  await network.close()
  rmSync(dir, { recursive: true, force: true })
})

interface List {
  network_height: number
  validators: {
    id: number
    moniker: string
    operator_address: string
    bond_status: string
    jailed: boolean | null
  }[]
}

test('B176: once the network is followed, those whom a file named are who they are, and nothing is reported of that', async () => {
  const { profile } = network.chain
  const { chain } = network.chain.view()
  const roster = [...chain.roster].reverse()
  const gone = { operatorAddress: 'pbvaloper1gone', consensusHex: 'F'.repeat(40), moniker: 'Gone' }
  const lines = [
    { roundsman_past: 1 },
    { network: { blockchain_id: 9, chain_id: profile.chainId } },
    ...[gone, ...roster].map(({ operatorAddress, consensusHex, moniker }) => ({
      validator: {
        ...{ blockchain_id: 9, operator_address: operatorAddress, consensus_address: consensusHex, moniker },
        ...(consensusHex === gone.consensusHex ? { left_at: '2026-01-01T00:00:00Z' } : {}),
      },
    })),
    {
      event: {
        ...{ blockchain_id: 9, validator: roster[0]?.operatorAddress, kind: 'commission_changed' },
        ...{ at: '2026-01-02T00:00:00Z', before: '0.1', after: '0.2' },
      },
    },
  ]
  const text = [...lines, { end: { lines: lines.length } }]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
  writeFileSync(join(dir, 'past'), text)
  const command = site.app.commands(dir).find((one) => one.name === 'import')
  expect(await command?.run(['past'], { print: () => undefined, complain: () => undefined })).toBe(0)

  const browser = await site.signedIn(ada, { host: 'test.localhost:8000' })
  await site.app.start()
  const list = async () => (await browser.get('/api/blockchains/list/9/')).json<List>()
  let known = await list()
  expect(known.validators.map(({ moniker }) => moniker).sort()).toEqual(
    roster.map(({ moniker }) => moniker).sort(),
  )
  const ids = new Map(known.validators.map(({ id, operator_address: address }) => [address, id]))
  while (known.validators.some(({ bond_status: status }) => status === 'BOND_STATUS_UNSPECIFIED')) {
    await systemClock.sleep(50)
    known = await list()
  }
  expect(known.validators.map(({ bond_status: status }) => status)).toEqual(
    roster.map(() => 'BOND_STATUS_BONDED'),
  )
  expect(new Map(known.validators.map(({ id, operator_address: address }) => [address, id]))).toEqual(ids)
  for (const { id, operator_address: address } of known.validators) {
    const { timeline } = (await browser.get(`/api/blockchains/details/9/${id}/timeline/`)).json<{
      timeline: { kind: string; imported?: boolean }[]
    }>()
    const own = timeline.filter(({ imported }) => imported !== true)
    expect(own.map(({ kind }) => kind).filter((kind) => kind !== 'outage' && kind !== 'gap')).toEqual([])
    expect(timeline.filter(({ imported }) => imported).map(({ kind }) => kind)).toEqual(
      address === roster[0]?.operatorAddress ? ['commission_changed'] : [],
    )
  }
})
