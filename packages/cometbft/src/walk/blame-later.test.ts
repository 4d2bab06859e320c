import { expect, test } from 'vitest'
import { createFakeNetwork } from '../testing/fake-network.ts'
import { trustOf } from '../testing/proven-walker.ts'
import { walk } from './block-walk.ts'
import { createSetCache } from './proven-sets.ts'

test('R65: a lie that nobody could yet refute is blamed by the first walk that proves its height', async () => {
  const network = createFakeNetwork({ endpoints: [{}, {}], blocks: 30 })
  const { pool, at, block, clock } = network
  const trust = trustOf(clock)
  const request = { pool, sets: createSetCache(), trust, limit: 100, previousHash: null }
  await pool.probe()
  const first = await walk({ ...request, from: 1, trusted: null })
  const used = first.newest?.host ?? ''
  const other = used === 'a.example' ? 'b.example' : 'a.example'
  const lies = () => pool.views().find(({ host }) => host === used)

  // The next block comes to the one in use alone, which leaves a signature out of the commit below it.
  at(other.charAt(0)).lag = 1
  at(used.charAt(0)).report = (signed) => {
    if (signed.header.height !== 30) return signed
    const absent = { flag: 1, address: null, timeNs: 0n, signature: new Uint8Array() } as const
    return { ...signed, commit: { ...signed.commit, signatures: signed.commit.signatures.with(2, absent) } }
  }
  block()
  await pool.probe()
  const none = await walk({ ...request, from: 30, trusted: first.trusted })
  expect([none.blocks, lies()?.state]).toEqual([[], 'OK'])
  expect(trust.suspects.map(({ error }) => error.host)).toEqual([used])

  // It does not lie any more; the other one proves what it lied about.
  at(used.charAt(0)).fault = 'refuse'
  at(other.charAt(0)).lag = 0
  clock.advance(20_000)
  await pool.probe()
  await pool.idle()
  const proven = await walk({ ...request, from: 30, trusted: first.trusted })
  expect(proven.blocks.map(({ height }) => height)).toEqual([30])
  expect(lies()).toMatchObject({ state: 'LYING', lies: 1 })
  expect(trust.suspects).toEqual([])
})
