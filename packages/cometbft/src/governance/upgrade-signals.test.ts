import { beforeEach, describe, expect, test } from 'vitest'
import type { Assurance } from '../domain.ts'
import { ChainReadError } from '../errors.ts'
import { governedChain, governedStores } from '../testing/governed-chain.ts'
import { createGovernanceReader, type GovernanceReader } from './governance-reader.ts'

const READY = 'cosmosvaloper1gfpyysjzgfpyysjzgfpyysjzgfpyysjz89lhg2'
const SILENT = 'cosmosvaloper1qp4j6m7jxlngry0x8hzr74y3vwsjyy2k5juejy'

let chain: ReturnType<typeof governedChain>
let reader: GovernanceReader

const at = (assurance: Assurance = 'PROVEN') => ({
  height: chain.height,
  newest: { header: chain.above, assurance },
})
const unproven = () => at('AGREED')
const proven = (host: string) => ({ assurance: 'PROVEN', host })

describe('R107: signals of x/signal', () => {
  const ready = '42'.repeat(20)
  const version = (number: number) => Uint8Array.of(0, 0, 0, 0, 0, 0, 0, number)
  const signals = (request: ReturnType<typeof at>) =>
    reader.signals({ ...request, operators: [READY, SILENT, 'x'], version: 6 })

  beforeEach(() => {
    const all = governedStores()
    all.signal.set(ready, version(6))
    chain = governedChain(all)
    reader = createGovernanceReader(chain.pool)
  })

  test('are proven by the key of each operator; the tally is compared', async () => {
    expect(await signals(at())).toEqual({
      height: chain.height,
      upgrade: null,
      source: proven('a.example'),
      signals: new Map([
        [READY, { version: 6, source: proven('a.example') }],
        [SILENT, { version: null, source: proven('a.example') }],
      ]),
      tally: {
        version: 6,
        power: 600n,
        threshold: 834n,
        total: 1_000n,
        source: { assurance: 'AGREED', host: 'a.example' },
      },
    })
    expect(chain.hosts.map(({ asked }) => asked.length)).toEqual([3 + 1, 1, 0])
  })

  test('a signal that is hidden or forged is refused, and its host has lied', async () => {
    chain.hosts[0].proves = (claim) => ({ ...claim, value: claim.value === null ? version(6) : null })
    const found = await signals(at())
    expect(
      found === null || found === 'NO_MODULE' ? null : [...found.signals.values()].map((one) => one.version),
    ).toEqual([6, null])
    expect(Object.keys(chain.blamed)).toEqual(['a.example'])
  })

  test('where nobody has signalled yet, that is proven: there is nothing in the store', async () => {
    chain = governedChain(governedStores())
    reader = createGovernanceReader(chain.pool)
    const found = await signals(at())
    expect(found).toMatchObject({ upgrade: null, source: proven('a.example') })
    expect(found === null || found === 'NO_MODULE' ? [] : [...found.signals.values()]).toEqual([
      { version: null, source: proven('a.example') },
      { version: null, source: proven('a.example') },
    ])
  })

  test('the upgrade that is scheduled is proven, else AGREED', async () => {
    const all = governedStores()
    all.signal.set('00', Uint8Array.of(8, 6, 16, 0x84, 7))
    chain = governedChain(all)
    reader = createGovernanceReader(chain.pool)
    const upgrade = { version: 6, height: 900 }
    expect(await signals(at())).toMatchObject({ upgrade, source: { assurance: 'PROVEN' } })
    expect(await signals(unproven())).toMatchObject({
      upgrade,
      source: { assurance: 'AGREED' },
      signals: new Map(),
    })
  })

  test('on a chain that has none nothing is asked again and again', async () => {
    for (const host of chain.hosts) {
      host.proves = null
      host.fails = (query) =>
        new ChainReadError({ kind: 'abci', host: '', method: query.path, reason: 'unknown query path' })
    }
    for (let count = 0; count < 10; count++) expect(await signals(at())).toBe('NO_MODULE')
    expect(chain.hosts[2].asked.length).toBeLessThan(8)
    // Votes are another module, of which nothing is said here.
    for (const host of chain.hosts) host.proves = (claim) => claim
    expect(await reader.proposals(at())).toMatchObject({ proposals: [] })
  })
})
