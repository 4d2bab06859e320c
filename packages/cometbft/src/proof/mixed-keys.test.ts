import { expect, test } from 'vitest'
import type { FullSignature, SetMember } from '../domain.ts'
import { ProofError } from '../errors.ts'
import { nativeCheck } from '../testing/proven-walker.ts'
import { recordedBlock } from '../testing/recorded-node.ts'
import { checkPower } from './block-proof.ts'

// Four validators, here of equal power, that all sign a block. Whose key is of a kind that is not checked may have
// written anything where its signature stands.
const { signed, set: recorded } = recordedBlock('sdk-0.53', 5)
const set = recorded.map((member) => ({ ...member, power: 10n }))
const absent: FullSignature = { flag: 1, address: null, timeNs: 0n, signature: new Uint8Array() }

const unchecked = (member: SetMember): SetMember => ({
  ...member,
  keyType: 'cometbft/PubKeyMlDsa65',
  key: new Uint8Array(1952),
})

/** Whether enough of the trusted set signed it, or at what the proof fails. */
function proof(uncheckedPlaces: readonly number[], absentPlaces: readonly number[] = []): boolean | string {
  const mixed = set.map((member, place) => (uncheckedPlaces.includes(place) ? unchecked(member) : member))
  const signatures = signed.commit.signatures.map((one, place) =>
    absentPlaces.includes(place) ? absent : one,
  )
  const block = { ...signed, commit: { ...signed.commit, signatures } }
  try {
    const given = { chainId: 'real-1', signed: block, set: mixed, trustedSet: mixed, check: nativeCheck }
    return checkPower(given)
  } catch (error) {
    if (error instanceof ProofError) return error.check
    throw error
  }
}

test('R63: a set in which some have keys that are not checked is proven by the others', () => {
  expect(proof([])).toBe(true)
  expect([0, 1, 2, 3].map((place) => proof([place]))).toEqual([true, true, true, true])
})

test('R63: where the others cannot be two thirds of it, the chain is not provable', () => {
  expect(proof([0, 1])).toBe('power')
  expect(proof([0, 1, 2, 3])).toBe('power')
})

test('R63: where only signatures that are not checked are wanting in a block, nobody has lied', () => {
  expect(proof([0], [1])).toBe('unchecked')
  expect(proof([], [0, 1])).toBe('power')
  expect(proof([0], [0, 1])).toBe('power')
})
