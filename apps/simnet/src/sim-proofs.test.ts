import { describe, expect, it, vi } from 'vitest'
import type { ChainEvent } from './chain/chain-event.ts'
import { networkProfiles } from './network-profiles.data.ts'
import { plainLens } from './rpc/chain-lens.ts'
import { createSimChain } from './sim-chain.ts'
import { faultsOfBlock, reportedCommit, reportedSet } from './testing/checked-chain.ts'
import { manualClock } from './testing/manual-clock.ts'
import { profileOf, smallChain, smallProfile } from './testing/small-chain.ts'

const NOW = Date.UTC(2026, 10, 21, 12)

vi.setConfig({ testTimeout: 60_000 })

describe('N9: blocks can be proven', () => {
  // One of each kind: an application version and many validators, secp256k1, CometBFT 0.34, equal powers.
  const kinds = ['celestia', 'story', 'althea', 'xrpl']
  const provable = networkProfiles.filter(({ slug }) => kinds.includes(slug))
  it.each(provable.map(({ slug, blockchainId }) => [slug, blockchainId]))(
    'N9: %s: hashes, links, sets and votes of the newest blocks, and the seen commit of the newest',
    (_slug, blockchainId) => {
      const chain = createSimChain({
        profile: profileOf(Number(blockchainId)),
        seed: 'proofs',
        clock: manualClock(NOW),
      })
      const lens = plainLens(chain.view())
      const heights = Array.from({ length: 4 }, (_, below) => lens.latest - 3 + below)
      const signed = heights.map((height) => reportedCommit(lens, height))
      const wrong = signed.flatMap((one, at) =>
        faultsOfBlock(one, reportedSet(lens, one.header.height), signed[at - 1] ?? null),
      )
      expect(wrong).toEqual([])
      expect(signed.map(({ canonical }) => canonical)).toEqual([true, true, true, false])
    },
  )

  it('N9: across an upgrade, where stakes and counters begin anew', () => {
    const profile = profileOf(5)
    const cycle =
      profile.cycleBlocks *
      Math.floor((NOW - profile.genesisTime) / profile.blockTimeMs / profile.cycleBlocks)
    const clock = manualClock(profile.genesisTime + (cycle + 6) * profile.blockTimeMs)
    const lens = plainLens(createSimChain({ profile, seed: 'cycle', clock }).view())
    const signed = Array.from({ length: 10 }, (_, below) => reportedCommit(lens, cycle - 4 + below))
    const wrong = signed.flatMap((one, at) =>
      faultsOfBlock(one, reportedSet(lens, one.header.height), signed[at - 1] ?? null),
    )
    expect(wrong).toEqual([])
    expect(signed.map(({ header }) => header.height)).toContain(cycle + 1)
  })

  it('N9: a chain that begins again under another id has blocks of its own, from the first one on', () => {
    const { chain, to, clock } = smallChain([])
    to(9)
    const before = reportedCommit(plainLens(chain.view()), 3)
    chain.restart('again-2')
    clock.advance(6_000)
    const lens = plainLens(chain.view())
    const signed = [1, 2, 3].map((height) => reportedCommit(lens, height))
    const wrong = signed.flatMap((one, at) =>
      faultsOfBlock(one, reportedSet(lens, one.header.height), signed[at - 1] ?? null),
    )
    expect(wrong).toEqual([])
    expect(signed[2]?.header.chainId).toBe('again-2')
    expect(signed[2]?.commit.blockId.hash).not.toBe(before.commit.blockId.hash)
  })

  const lively: ChainEvent[] = [
    { at: 4, what: 'absent', validator: 5, blocks: 2 },
    { at: 5, what: 'nil', validator: 3 },
    { at: 8, what: 'power', validator: 4, tokens: 9_000_000n * 10n ** 9n },
    { at: 10, what: 'jail', validator: 2, forMs: 3_000 },
    { at: 14, what: 'unjail', validator: 2 },
    { at: 17, what: 'rotate_key', validator: 1 },
    { at: 21, what: 'tombstone', validator: 5 },
    { at: 23, what: 'leave', validator: 3 },
  ]

  it.each(['ed25519', 'secp256k1'] as const)(
    'N9: %s: from the first block on, whatever happens',
    (keyType) => {
      const { chain, to } = smallChain(lively, smallProfile({ keyType }))
      to(30)
      const lens = plainLens(chain.view())
      const signed = Array.from({ length: 30 }, (_, below) => reportedCommit(lens, below + 1))
      const wrong = signed.flatMap((one, at) =>
        faultsOfBlock(one, reportedSet(lens, one.header.height), signed[at - 1] ?? null),
      )
      expect(wrong).toEqual([])
      expect(signed[0]?.header.lastBlockId).toEqual({ hash: '', parts: { total: 0, hash: '' } })
      expect(new Set(signed.map(({ header }) => header.validatorsHash)).size).toBeGreaterThan(5)
    },
  )
})
