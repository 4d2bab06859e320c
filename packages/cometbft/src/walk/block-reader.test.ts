import { expect, test } from 'vitest'
import type { SetMember, SignatureFlag, SignedHeader } from '../domain.ts'
import { decodeCommit, decodeValidatorsPage } from '../rpc/cometbft.decode.ts'
import { captureResult } from '../testing/capture.ts'
import { checkNames, observeBlock } from './block-reader.ts'

const A = 'AA'.repeat(20)
const B = 'BB'.repeat(20)
const C = 'CC'.repeat(20)
const member = (address: string): SetMember => ({
  address,
  keyType: 'tendermint/PubKeyEd25519',
  key: new Uint8Array(),
  power: 1n,
})
const set = [A, B, C].map(member)

interface Vote {
  flag: SignatureFlag
  address: string | null
}

function commitOf(votes: Vote[], proposer = A): SignedHeader {
  const recorded = decodeCommit(captureResult('cosmos-sdk-0.53', 'commit-one-absent'))
  const signatures = votes.map((vote) => ({ ...vote, timeNs: 0n, signature: new Uint8Array() }))
  return {
    ...recorded,
    header: { ...recorded.header, proposer },
    commit: { ...recorded.commit, signatures },
  }
}

const lettersOf = (signatures: Vote[], proposer?: string) =>
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

test('R8: aggregated signatures of BLS forks are signed or nil, whichever of them carries the aggregate', () => {
  const votes = ([4, 5, 6] as const).map((flag, place) => ({ flag, address: set[place]?.address ?? null }))
  expect(lettersOf(votes)).toBe('psn')
})

test('R12: the power that signed is reported beside the power of the set', () => {
  const block = observeBlock(
    commitOf([
      { flag: 2, address: A },
      { flag: 3, address: B },
      { flag: 1, address: null },
    ]),
    [
      { ...member(A), power: 5n },
      { ...member(B), power: 3n },
      { ...member(C), power: 2n },
    ],
  )
  expect([block.signedPower, block.totalPower]).toEqual([8n, 10n])
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

test.each<[string, Vote[], string]>([
  ['fewer signatures than members', [{ flag: 2, address: A }], A],
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

test.each<[string, (string | null)[]]>([
  ['another order', [B, A, C]],
  ['a signature without a signer', [null, B, C]],
])(
  'R12: %s is an error where the set cannot be checked by its hash, and else the place counts',
  (_name, named) => {
    const votes = named.map((address): Vote => ({ flag: 2, address }))
    expect(() => checkNames(commitOf(votes), set)).toThrow()
    expect(lettersOf(votes)).toBe('pss')
  },
)
