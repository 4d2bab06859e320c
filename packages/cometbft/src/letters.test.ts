import { expect, test } from 'vitest'
import { type Commit, type CommitSignature, decodeCommit } from './commit.decode.ts'
import type { SetMember } from './domain.ts'
import { observeBlock } from './letters.ts'
import { captureResult } from './testing/capture.ts'
import { decodeValidatorsPage } from './validators.decode.ts'

const A = 'AA'.repeat(20)
const B = 'BB'.repeat(20)
const C = 'CC'.repeat(20)
const member = (address: string): SetMember => ({ address, keyType: 'tendermint/PubKeyEd25519', power: 1n })
const set = [A, B, C].map(member)

function commitOf(signatures: CommitSignature[], proposer = A): Commit {
  const hash = 'F0'.repeat(32)
  return {
    header: {
      chainId: 'x-1',
      height: 9,
      time: 1_000,
      lastBlockHash: hash,
      validatorsHash: hash,
      nextValidatorsHash: hash,
      proposer,
    },
    hash,
    signatures,
    canonical: true,
  }
}

const lettersOf = (signatures: CommitSignature[], proposer?: string) =>
  [...observeBlock(commitOf(signatures, proposer), set).letters.values()].join('')

test.each(['cosmos-sdk-0.46', 'cosmos-sdk-0.53'] as const)(
  'R12: who signed a recorded block of %s',
  (source) => {
    const commit = decodeCommit(captureResult(source, 'commit-one-absent'))
    const { members } = decodeValidatorsPage(captureResult(source, 'validators-one-absent'))
    const block = observeBlock(commit, members)
    const absent = members[3]?.address ?? ''
    expect(block.letters.get(absent)).toBe('m')
    expect(block.letters.get(block.proposer)).toBe('p')
    expect([...block.letters.values()].sort().join('')).toBe('mpss')
  },
)

test('R12: flags become letters place by place', () => {
  const letters = lettersOf([
    { flag: 2, address: A },
    { flag: 3, address: B },
    { flag: 1, address: null },
  ])
  expect(letters).toBe('pnm')
})

test('R13: a proposer who is absent is missing, one who voted nil has voted nil', () => {
  expect(
    lettersOf([
      { flag: 1, address: null },
      { flag: 2, address: B },
      { flag: 2, address: C },
    ]),
  ).toBe('mss')
  expect(
    lettersOf([
      { flag: 3, address: A },
      { flag: 2, address: B },
      { flag: 2, address: C },
    ]),
  ).toBe('nss')
})

test.each<[string, CommitSignature[], string]>([
  ['fewer signatures than members', [{ flag: 2, address: A }], A],
  [
    'another order',
    [
      { flag: 2, address: B },
      { flag: 2, address: A },
      { flag: 2, address: C },
    ],
    A,
  ],
  [
    'a signature without a signer',
    [
      { flag: 2, address: null },
      { flag: 2, address: B },
      { flag: 2, address: C },
    ],
    A,
  ],
  [
    'a proposer of no place',
    [
      { flag: 2, address: A },
      { flag: 2, address: B },
      { flag: 2, address: C },
    ],
    'DD'.repeat(20),
  ],
])('R12: %s is an error, never a guess', (_name, signatures, proposer) => {
  expect(() => lettersOf(signatures, proposer)).toThrow()
})
