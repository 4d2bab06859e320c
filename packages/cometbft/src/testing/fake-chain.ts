import type { BlockId, FullHeader, SetMember, SignedHeader } from '../domain.ts'
import { commitHash, setHash as provenSetHash } from '../proof/block-hash.ts'
import { createTestSigner, testMember, type TestSigner } from './test-signer.ts'

/** A chain in memory, signed by true keys: blocks with a letter for each member of the set, as nodes would report it. */
interface FakeBlock {
  height: number
  time: number
  hash: string
  /** Addresses. */
  set: readonly string[]
  nextSet: readonly string[]
  /** One of s, n, m, p for each member of the set. */
  letters: string
  signed: SignedHeader
  members: readonly SetMember[]
  nextMembers: readonly SetMember[]
}

export interface FakeChain {
  chainId: string
  blocks: Map<number, FakeBlock>
  latest(): FakeBlock
  /** Adds a block; without letters all sign and the first proposes. */
  grow(letters?: string, nextSet?: readonly string[]): FakeBlock
  growBy(count: number): void
}

const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const nameOf = new Map(names.map((name) => [testMember(name).address, name]))

/** Addresses of ten validators whose keys are known. */
export const TEN: readonly string[] = [...nameOf.keys()]
export const FOUR: readonly string[] = TEN.slice(0, 4)

interface FakeChainOptions {
  chainId?: string
  startTime: number
  blockMs?: number
  set?: readonly string[]
  /** Distinguishes the blocks of two chains where they are of one height. */
  tag?: string
}

const signers = new Map<string, TestSigner>()

function signerOf(set: readonly string[]): TestSigner {
  const key = set.join()
  const known = signers.get(key)
  if (known !== undefined) return known
  const signer = createTestSigner(
    set.map((address) => nameOf.get(address) ?? address),
    // Whose keys nobody has sign nothing; that passes where nothing is proven.
    { sorted: false, signs: set.every((address) => nameOf.has(address)) },
  )
  const named = signer.set.map((member, place) => ({ ...member, address: set[place] ?? '' }))
  signers.set(key, { ...signer, set: named })
  return { ...signer, set: named }
}

const noBlock: BlockId = { hash: '', parts: { total: 0, hash: '' } }
const FLAGS = { m: 1, s: 2, p: 2, n: 3 } as const
const isLetter = (letter: string): letter is keyof typeof FLAGS => letter in FLAGS

export function createFakeChain(options: FakeChainOptions): FakeChain {
  const { chainId = 'fake-1', blockMs = 2_000, tag = '0', set = FOUR } = options
  const blocks = new Map<number, FakeBlock>()
  let next = 1
  let nextSet = set

  /** Signed when somebody asks, since most tests never do; each block holds the hashes of the one before it. */
  const signed = new Map<number, SignedHeader>()

  function signedAt(height: number): SignedHeader {
    for (let next = signed.size + 1; next <= height; next++) {
      const block = blocks.get(next)
      if (block === undefined) throw new Error(`no block ${next}`)
      const flags = [...block.letters].map((letter) => (isLetter(letter) ? FLAGS[letter] : 1))
      signed.set(next, signerOf(block.set).sign(headerOf(block, signed.get(next - 1)), flags))
    }
    const found = signed.get(height)
    if (found === undefined) throw new Error(`no block ${height}`)
    return found
  }

  function headerOf(block: FakeBlock, before: SignedHeader | undefined): FullHeader {
    return {
      version: { block: 11n, app: 0n },
      chainId,
      height: block.height,
      time: block.time,
      timeNs: BigInt(block.time) * 1_000_000n,
      lastBlockId: before?.commit.blockId ?? noBlock,
      lastCommitHash: commitHash(before?.commit.signatures ?? []),
      dataHash: tag.padStart(64, '0'),
      validatorsHash: setHash(block.set),
      nextValidatorsHash: setHash(block.nextSet),
      consensusHash: '',
      appHash: 'AB'.repeat(32),
      lastResultsHash: '',
      evidenceHash: '',
      proposer: block.set[Math.max(0, block.letters.indexOf('p'))] ?? '',
    }
  }

  function grow(letters?: string, following: readonly string[] = nextSet): FakeBlock {
    const height = next++
    const set = nextSet
    const block: FakeBlock = {
      height,
      time: options.startTime + (height - 1) * blockMs,
      get hash() {
        return signedAt(height).commit.blockId.hash
      },
      set,
      nextSet: following,
      letters: letters ?? 'p'.padEnd(set.length, 's'),
      get signed() {
        return signedAt(height)
      },
      get members() {
        return signerOf(set).set
      },
      get nextMembers() {
        return signerOf(following).set
      },
    }
    nextSet = following
    blocks.set(height, block)
    return block
  }

  function latest(): FakeBlock {
    const block = blocks.get(next - 1)
    if (block === undefined) throw new Error('the chain has no block yet')
    return block
  }

  return {
    chainId,
    blocks,
    latest,
    grow,
    growBy: (count) => {
      for (let index = 0; index < count; index++) grow()
    },
  }
}

/** `validators_hash` of a set of addresses. */
export function setHash(set: readonly string[]): string {
  return provenSetHash(signerOf(set).set) ?? ''
}
