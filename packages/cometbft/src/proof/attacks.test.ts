import { describe, expect, test } from 'vitest'
import type { FullHeader, FullSignature, SetMember, SignedHeader } from '../domain.ts'
import { ProofError } from '../errors.ts'
import { decodeCommit } from '../rpc/cometbft.decode.ts'
import { nativeCheck } from '../testing/proven-walker.ts'
import { proofRun, recordedBlock, type RecordedBlock, recordedChain } from '../testing/recorded-node.ts'
import { createTestSigner } from '../testing/test-signer.ts'
import { commitHash, headerHash, setHash } from './block-hash.ts'
import {
  asTrusted,
  type BlockProofInput,
  checkPower,
  checkSet,
  ContradictionError,
  proveBlocks,
  UnsettledError,
} from './block-proof.ts'
import type { Trusted } from './trusted.ts'

const run = 'sdk-0.53'
const chain = recordedChain(run)
const check = nativeCheck
const at = (height: number): RecordedBlock => recordedBlock(run, height)
const origin = { origin: 'AGREED', unbondingMs: null } as const
const trustedAt = (height: number): Trusted => asTrusted(at(height).signed, at(height + 1).set, origin)

/** What a walk from a trusted block does with the blocks `from` to `to`, some of them changed by the endpoint. */
function proof(from: number, to: number, changes: Partial<BlockProofInput> = {}): BlockProofInput {
  const heights = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return {
    chainId: 'real-1',
    signed: heights.map((height) => at(height).signed),
    set: at(to).set,
    trusted: trustedAt(from - 1),
    previousHash: at(from - 1).signed.commit.blockId.hash,
    check,
    ...changes,
  }
}

function failureOf(work: () => unknown): ProofError | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof ProofError) return error
    throw error
  }
}
const checkOf = (input: BlockProofInput) => failureOf(() => proveBlocks(input))?.check ?? null

const withHeader = (block: SignedHeader, change: Partial<FullHeader>): SignedHeader => ({
  ...block,
  header: { ...block.header, ...change },
})
/** The same with the hash made to fit, as somebody does who knows how hashes are made. */
const madeToFit = (block: SignedHeader, change: Partial<FullHeader>): SignedHeader => {
  const changed = withHeader(block, change)
  const blockId = { ...block.commit.blockId, hash: headerHash(changed.header) }
  return { ...changed, commit: { ...changed.commit, blockId } }
}
const withSignatures = (block: SignedHeader, signatures: readonly FullSignature[]): SignedHeader => ({
  ...block,
  commit: { ...block.commit, signatures },
})
const absent: FullSignature = { flag: 1, address: null, timeNs: 0n, signature: new Uint8Array() }
const heightsWhere = (holds: (signature: FullSignature) => boolean) =>
  [...chain.values()].flatMap(({ signed }) =>
    signed.header.height > 2 && signed.header.height < 79 && signed.commit.signatures.some(holds)
      ? [signed.header.height]
      : [],
  )

describe('R62: true blocks are proven', () => {
  test.each(['sdk-0.53', 'sdk-0.53-secp256k1', 'sdk-0.46'] as const)(
    'each of %s from the one before',
    (name) => {
      const blocks = [...recordedChain(name).values()]
      for (const [index, { signed, set }] of blocks.entries()) {
        const before = blocks[index - 1]
        checkSet(set, signed.header.validatorsHash)
        const trusted = before ? asTrusted(before.signed, set, origin) : null
        const previousHash = before?.signed.commit.blockId.hash ?? null
        const { chainId } = signed.header
        expect(proveBlocks({ chainId, signed: [signed], set, trusted, previousHash, check })).toBe(true)
      }
    },
  )

  test('over a gap by more than a third of the trusted set, through jailing and back', () => {
    for (const from of [2, 20, 45, 50])
      for (const to of [from + 1, from + 7, 79]) {
        const { signed, set } = at(to)
        const trusted = trustedAt(from)
        expect(
          proveBlocks({ chainId: 'real-1', signed: [signed], set, trusted, previousHash: null, check }),
        ).toBe(true)
      }
  })

  test('many at once by hashes alone, below one whose signatures are checked', () => {
    let checked = 0
    const counting: BlockProofInput['check'] = (...input) => {
      checked++
      return check(...input)
    }
    expect(proveBlocks(proof(5, 60, { check: counting }))).toBe(true)
    expect(checked).toBeLessThanOrEqual(4)
  })

  test('the newest at once by the seen commit, though it is often another than the canonical one', () => {
    const seen = proofRun(run).seen().map(decodeCommit)
    let others = 0
    for (const signed of seen) {
      const { height } = signed.header
      const known = chain.get(height)
      if (known === undefined || height < 3) continue
      if (commitHash(signed.commit.signatures) !== commitHash(known.signed.commit.signatures)) others++
      expect(signed.canonical).toBe(false)
      expect(checkOf(proof(height - 1, height, { signed: [at(height - 1).signed, signed] }))).toBeNull()
    }
    expect([seen.length > 40, others > 10]).toEqual([true, true])
  })

  test('whatever addresses a proposer wrote into the commit', () => {
    const { signed } = at(40)
    const renamed = signed.commit.signatures.map((one) => ({ ...one, address: 'AB'.repeat(20) }))
    expect(checkOf(proof(39, 40, { signed: [at(39).signed, withSignatures(signed, renamed)] }))).toBeNull()
  })

  test('in another round than the first', () => {
    const later = [...chain.values()].filter(({ signed }) => signed.commit.round > 0)
    expect(later.length).toBeGreaterThan(0)
    for (const { signed, set } of later) {
      if (signed.header.height < 3) continue
      expect(checkOf(proof(signed.header.height, signed.header.height, { set }))).toBeNull()
      const other = { ...signed, commit: { ...signed.commit, round: 0 } }
      expect(checkOf(proof(signed.header.height, signed.header.height, { set, signed: [other] }))).toBe(
        'power',
      )
    }
  })

  test('where one voted nil: its vote names no block', () => {
    const heights = heightsWhere(({ flag }) => flag === 3)
    expect(heights.length).toBeGreaterThan(0)
    for (const height of heights) expect(checkOf(proof(height, height + 1))).toBeNull()
  })
})

describe('R62: a forged header', () => {
  const forged = at(40).signed
  test.each<[string, Partial<FullHeader>]>([
    ['field', { appHash: 'AB'.repeat(32) }],
    ['time, by a nanosecond', { timeNs: forged.header.timeNs + 1n }],
  ])('%s is stopped by the hash, and made to fit by the signatures', (_name, change) => {
    expect(checkOf(proof(40, 40, { signed: [withHeader(forged, change)] }))).toBe('header')
    expect(checkOf(proof(40, 40, { signed: [madeToFit(forged, change)] }))).toBe('power')
  })

  const own = createTestSigner(['liar 1', 'liar 2', 'liar 3', 'liar 4', 'liar 5'])
  const ownBlock = (height: number) => {
    const { header } = at(height).signed
    return own.sign({
      ...header,
      validatorsHash: own.setHash,
      nextValidatorsHash: own.setHash,
      proposer: own.set[0]?.address ?? '',
    })
  }

  test('signed by a set of his own is stopped by the announced set', () => {
    expect(checkOf(proof(40, 40, { signed: [ownBlock(40)], set: own.set }))).toBe('link')
  })

  test('signed by a set of his own over a gap has none of the trusted set', () => {
    const input = proof(39, 45, { signed: [ownBlock(45)], set: own.set, previousHash: null })
    expect(proveBlocks(input)).toBe(false)
  })

  test('signed by as many keys of his own as he likes costs no check of any, nor of more than one beside a forged one', () => {
    let checks = 0
    const counting: BlockProofInput['check'] = (...input) => {
      checks += 1
      return nativeCheck(...input)
    }
    const alone = proof(39, 45, { signed: [ownBlock(45)], set: own.set, previousHash: null })
    expect([proveBlocks({ ...alone, check: counting }), checks]).toEqual([false, 0])
    // The trusted members stand behind his own, with signatures that are not theirs.
    const mixed = [...own.set, ...at(40).set]
    const signed = ownBlock(45)
    const places = mixed.map(
      (_member, place) => signed.commit.signatures[place % own.set.length] ?? signed.commit.signatures[0],
    )
    const commit = { ...signed.commit, signatures: places.flatMap((one) => one ?? []) }
    const input = {
      chainId: 'real-1',
      signed: { ...signed, commit },
      set: mixed,
      trustedSet: at(40).set,
      check: counting,
    }
    expect(() => checkPower(input)).toThrow('does not match its key')
    expect(checks).toBe(1)
  })

  test('signed by a set of his own passes where nothing is trusted yet: hence the anchor', () => {
    expect(
      checkOf(proof(40, 40, { signed: [ownBlock(40)], set: own.set, trusted: null, previousHash: null })),
    ).toBeNull()
  })
})

describe('R62: a forged miss', () => {
  test('one signature removed: each of them is noticed, though two thirds are left of most', () => {
    let removed = 0
    let enough = 0
    for (const { signed, set } of chain.values()) {
      const { height } = signed.header
      if (height < 3 || height > 40) continue
      for (const [place, one] of signed.commit.signatures.entries()) {
        if (one.flag === 1) continue
        removed++
        const without = withSignatures(signed, signed.commit.signatures.with(place, absent))
        expect(checkOf(proof(height, height + 1, { signed: [without, at(height + 1).signed] }))).toBe(
          'settled',
        )
        if (checkOf(proof(height, height, { signed: [without], set })) === null) enough++
      }
    }
    expect(removed).toBeGreaterThan(100)
    expect(enough).toBeGreaterThan(0)
  })

  test('a true but unsettled commit is unsettled where it says so, and a lie where it does not', () => {
    const { signed } = at(40)
    const seen = withSignatures(signed, signed.commit.signatures.with(0, absent))
    const next = at(41).signed
    const says = { ...seen, canonical: false }
    expect(failureOf(() => proveBlocks(proof(40, 41, { signed: [says, next] })))).toBeInstanceOf(
      UnsettledError,
    )
    const error = failureOf(() => proveBlocks(proof(40, 41, { signed: [seen, next] })))
    expect([error?.check, error instanceof UnsettledError]).toEqual(['settled', false])
  })

  test('what a cache calls unsettled is taken where it is the settled one', () => {
    expect(
      checkOf(proof(40, 41, { signed: [{ ...at(40).signed, canonical: false }, at(41).signed] })),
    ).toBeNull()
  })
})

describe('R62: a hidden miss', () => {
  const height = heightsWhere(({ flag }) => flag === 1)[0] ?? 0
  const { signed } = at(height)
  const place = signed.commit.signatures.findIndex(({ flag }) => flag === 1)
  const hidden = (one: Partial<FullSignature>) =>
    withSignatures(signed, signed.commit.signatures.with(place, { ...absent, ...one }))

  test.each<[string, Partial<FullSignature>]>([
    ['rubbish', { flag: 2, signature: new Uint8Array(64).fill(7), timeNs: signed.header.timeNs }],
    ['a nil vote', { flag: 3, signature: new Uint8Array(64).fill(7), timeNs: signed.header.timeNs }],
  ])('by %s in an absent place', (_name, one) => {
    expect(checkOf(proof(height, height + 1, { signed: [hidden(one), at(height + 1).signed] }))).toBe(
      'settled',
    )
  })

  test.each([1, 2] as const)('a nil vote shown as flag %i', (flag) => {
    const nilAt = heightsWhere((one) => one.flag === 3)[0] ?? 0
    const block = at(nilAt).signed
    const shown = block.commit.signatures.map((one) => (one.flag === 3 ? { ...one, flag } : one))
    expect(
      checkOf(proof(nilAt, nilAt + 1, { signed: [withSignatures(block, shown), at(nilAt + 1).signed] })),
    ).toBe('settled')
  })
})

describe('R62: a wrong set', () => {
  const { set, signed } = at(40)
  const swapped = set.map((member, place) => ({ ...member, address: set[(place + 1) % 4]?.address ?? '' }))
  test.each<[string, readonly SetMember[]]>([
    ['another power', set.map((member, place) => ({ ...member, power: member.power + BigInt(place) }))],
    ['another order', [...set].reverse()],
    ['of another height', at(50).set],
    ['swapped addresses', swapped],
    ['a key of a kind nobody knows', set.map((member) => ({ ...member, keyType: 'x/PubKeyNew' }))],
  ])('%s', (_name, wrong) => {
    expect(failureOf(() => checkSet(wrong, signed.header.validatorsHash))?.check).toBe('set')
  })

  test('swapped addresses have the same hash: they are in no hash at all', () => {
    expect(setHash(swapped)).toBe(setHash(set))
  })
})

describe('R62: blocks out of place', () => {
  test('a ramped height: an old block renumbered', () => {
    const block = madeToFit(at(20).signed, { height: 90, timeNs: at(60).signed.header.timeNs })
    const renumbered = { ...block, commit: { ...block.commit, height: 90 } }
    expect(checkOf(proof(40, 40, { signed: [renumbered], previousHash: null }))).toBe('power')
    expect(checkOf(proof(40, 40, { signed: [withHeader(at(20).signed, { height: 90 })] }))).toBe('header')
  })

  test('a replayed block and a replayed commit', () => {
    expect(checkOf(proof(40, 42, { signed: [at(40).signed, at(40).signed, at(42).signed] }))).toBe('link')
    const replayed = { ...at(41).signed, commit: at(40).signed.commit }
    expect(checkOf(proof(40, 42, { signed: [at(40).signed, replayed, at(42).signed] }))).toBe('header')
    const commitOnly = withSignatures(at(41).signed, at(40).signed.commit.signatures)
    expect(checkOf(proof(41, 41, { signed: [commitOnly] }))).toBe('power')
  })

  test('a block left out', () => {
    expect(checkOf(proof(40, 42, { signed: [at(40).signed, at(42).signed] }))).toBe('link')
  })

  test('a chain whose id begins alike, and votes of another chain', () => {
    expect(checkOf(proof(40, 40, { chainId: 'real-10' }))).toBe('header')
    const other = madeToFit(at(40).signed, { chainId: 'real-10' })
    expect(checkOf(proof(40, 40, { chainId: 'real-10', signed: [other] }))).toBe('power')
  })

  test('blocks that are proven and follow from another one than the known: the chain has double-signed', () => {
    const error = failureOf(() => proveBlocks(proof(40, 41, { previousHash: 'AB'.repeat(32) })))
    expect(error).toBeInstanceOf(ContradictionError)
    expect(error?.message).toContain('double-signed: two proven blocks at height 39')
  })
})
