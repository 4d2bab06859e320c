import { base64, hex } from '@scure/base'
import { CommitmentProof } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { Validator } from 'cosmjs-types/cosmos/staking/v1beta1/staking'
import { describe, expect, test } from 'vitest'
import { ProofError } from '../errors.ts'
import { decodeAbciQuery } from '../rpc/abci-reader.ts'
import { decodeCommit } from '../rpc/cometbft.decode.ts'
import { proofRun, type ProofRunName } from '../testing/recorded-node.ts'
import {
  checkGap,
  checkState,
  existenceRoot,
  legacyParamKey,
  PARAMS_KEYS,
  signingInfoKey,
  type StateClaim,
  validatorKey,
} from './state-proof.ts'

interface Recorded extends StateClaim {
  height: number
}

/** What was answered, as the claim it makes: the key is what was asked for, never what the answer repeats. */
function recorded(run: ProofRunName, name: string, store: string): Recorded {
  const result = proofRun(run).result(name)
  const { value, ops, height } = decodeAbciQuery(result)
  const { key } = (result as { response: { key: string | null } }).response
  return { store, key: base64.decode(key ?? ''), value: value.length === 0 ? null : value, ops, height }
}

function appHash(run: ProofRunName, height: number): string {
  const result = proofRun(run).result(`commit-${height}`) as {
    signed_header: { header: { app_hash: string } }
  }
  // Whole and of this height, or the fixture is not what it should be.
  expect(decodeCommit(result).header.height).toBe(height)
  return result.signed_header.header.app_hash
}

/** Null where the claim is proven by the header above it, else what the proof failed at. */
function failure(run: ProofRunName, claim: Recorded, change: Partial<Recorded> = {}): string | null {
  const changed = { ...claim, ...change }
  try {
    checkState({ ...changed, appHash: appHash(run, changed.height + 1) })
    return null
  } catch (error) {
    if (error instanceof ProofError && error.check === 'state') return error.message
    throw error
  }
}

/** Replaces the first operation by what `edit` makes of the proof of existence in it. */
function withTree(claim: Recorded, edit: (proof: CommitmentProof) => void): Recorded {
  const [tree, ...rest] = claim.ops
  if (tree === undefined) throw new Error('no proof')
  const proof = CommitmentProof.decode(tree.data)
  edit(proof)
  return { ...claim, ops: [{ ...tree, data: CommitmentProof.encode(proof).finish() }, ...rest] }
}

const RUNS: [ProofRunName, number][] = [
  ['sdk-0.53', 112],
  ['sdk-0.53-secp256k1', 16],
  ['sdk-0.46', 32],
]

describe('what real chains prove', () => {
  test.each(RUNS)(
    'R80: %s: every record and every signing info is proven by the header above',
    (run, count) => {
      const names = proofRun(run).names(/^abci-(val|info)-\d+-/)
      for (const name of names) {
        const claim = recorded(run, name, name.startsWith('abci-val') ? 'staking' : 'slashing')
        expect([name, failure(run, claim)]).toEqual([name, null])
        // In the header of its own height stands the state before it.
        expect(failure(run, { ...claim, height: claim.height - 1 })).toContain('app hash')
      }
      expect(names).toHaveLength(count)
    },
  )

  test.each(RUNS)('R81: %s: what is not there is proven by its neighbors', (run) => {
    for (const [name, store] of [
      ['abci-absent-val', 'staking'],
      ['abci-absent-info', 'slashing'],
      ['abci-absent-edge', 'slashing'],
      ['abci-bitmap-03', 'slashing'],
    ] as const)
      expect([name, failure(run, recorded(run, name, store))]).toEqual([name, null])
  })

  test('R82: parameters: 0.53 in the stores of their modules, 0.46 one by one in x/params', () => {
    expect(
      failure('sdk-0.53', { ...recorded('sdk-0.53', 'abci-staking-params', 'x'), ...PARAMS_KEYS.staking }),
    ).toBeNull()
    expect(
      failure('sdk-0.53', { ...recorded('sdk-0.53', 'abci-slashing-params', 'x'), ...PARAMS_KEYS.slashing }),
    ).toBeNull()
    for (const name of [
      'slashing/SignedBlocksWindow',
      'slashing/MinSignedPerWindow',
      'staking/UnbondingTime',
    ]) {
      const claim = recorded('sdk-0.46-params', `abci-param-${name.split('/')[1]}`, 'x')
      expect(failure('sdk-0.46-params', { ...claim, ...legacyParamKey(name) })).toBeNull()
    }
    // On 0.46 the keys of 0.53 are definitely not there.
    expect(
      failure('sdk-0.46', { ...recorded('sdk-0.46', 'abci-staking-params', 'x'), ...PARAMS_KEYS.staking }),
    ).toBeNull()
  })

  test('R80: the keys are those of the SDK', () => {
    const claim = recorded('sdk-0.53', 'abci-val-53-val-1', 'staking')
    const { operatorAddress } = Validator.decode(claim.value ?? new Uint8Array())
    expect(validatorKey(operatorAddress)).toEqual({ store: 'staking', key: claim.key })
    const info = recorded('sdk-0.53', 'abci-info-53-val-1', 'slashing')
    const consensus = hex.encode(info.key.subarray(2)).toUpperCase()
    expect(signingInfoKey(consensus)).toEqual({ store: 'slashing', key: info.key })
  })
})

describe('what a lie fails at', () => {
  const RUN = 'sdk-0.53'
  const jailed = () => recorded(RUN, 'abci-val-53-val-1', 'staking')
  const info = () => recorded(RUN, 'abci-info-53-val-1', 'slashing')

  function flipped(value: Uint8Array | null): Uint8Array {
    const validator = Validator.decode(value ?? new Uint8Array())
    validator.jailed = !validator.jailed
    return Validator.encode(validator).finish()
  }

  test('R80: the jailed flag flipped in the value', () => {
    const claim = jailed()
    expect(failure(RUN, { ...claim, value: flipped(claim.value) })).toBe('the proof is of another value')
  })

  test('R80: the jailed flag flipped in value and proof', () => {
    const claim = jailed()
    const value = flipped(claim.value)
    const forged = withTree({ ...claim, value }, ({ exist }) => {
      if (exist !== undefined) exist.value = value
    })
    // It leads to another root than the one that the second operation proves.
    expect(failure(RUN, forged)).toBe('the proof is of another value')
    const [tree, stores] = forged.ops
    const exist = stores === undefined ? undefined : CommitmentProof.decode(stores.data).exist
    const own = tree === undefined ? undefined : CommitmentProof.decode(tree.data).exist
    if (tree === undefined || stores === undefined || exist === undefined || own === undefined)
      throw new Error('no proof')
    exist.value = existenceRoot('iavl', own, claim.key, value)
    const data = CommitmentProof.encode(CommitmentProof.fromPartial({ exist })).finish()
    expect(failure(RUN, { ...forged, ops: [tree, { ...stores, data }] })).toContain('app hash')
  })

  test("R80: another validator's record", () => {
    const other = recorded(RUN, 'abci-val-53-val-2', 'staking')
    expect(failure(RUN, { ...other, key: jailed().key })).toBe('the proof is of another key')
  })

  test('R80: a record of another store', () => {
    expect(failure(RUN, { ...jailed(), store: 'slashing' })).toBe('the proof is of another key')
    expect(failure(RUN, { ...jailed(), ops: info().ops })).toBe('the proof is of another key')
    const [tree] = jailed().ops
    const [, stores] = info().ops
    const mixed = { ...jailed(), ops: [tree, stores].flatMap((op) => op ?? []) }
    expect(failure(RUN, mixed)).toBe('the proof is of another key')
    // Only the store is swapped, its name with it: another root is expected there.
    expect(failure(RUN, { ...mixed, store: 'slashing' })).toBe('the proof is of another value')
  })

  test('R80: an old state as new, whatever height the answer echoes', () => {
    const old = recorded(RUN, 'abci-val-47-val-1', 'staking')
    expect(failure(RUN, { ...old, height: 53 })).toContain('app hash')
  })

  test('R81: a record that is there offered as absent, and an absence as a record', () => {
    expect(failure(RUN, { ...jailed(), value: null })).toBe('not a proof of absence')
    const absent = recorded(RUN, 'abci-absent-val', 'staking')
    expect(failure(RUN, { ...absent, value: jailed().value })).toBe('not a proof of existence')
    expect(failure(RUN, { ...absent, key: jailed().key })).toBe('the proof is of the absence of another key')
  })

  test('R81: an absence between neighbors that are none, of two trees, or of a key beyond them', () => {
    const absent = recorded(RUN, 'abci-absent-val', 'staking')
    const { height } = absent
    const exist = (name: string) => {
      const [tree] = recorded(RUN, name, 'staking').ops
      const proof = tree === undefined ? undefined : CommitmentProof.decode(tree.data).exist
      if (proof === undefined) throw new Error(`${name} proves nothing`)
      return proof
    }
    const records = ['val-1', 'val-2', 'val-3', 'val-4']
      .map((name) => exist(`abci-val-${height}-${name}`))
      .sort((a, b) => Buffer.compare(a.key, b.key))
    const [first, second, third] = records
    if (first === undefined || second === undefined || third === undefined) throw new Error('too few records')
    const between = (left: typeof first | undefined, right: typeof first | undefined, key: Uint8Array) =>
      failure(
        RUN,
        withTree({ ...absent, key }, (proof) => {
          proof.nonexist = { key, ...(left ? { left } : {}), ...(right ? { right } : {}) }
        }),
      )
    // The second one is there: its neighbors are not each other's.
    expect(between(first, third, second.key)).toBe('there are keys between the neighbors')
    const justBelow = Uint8Array.from(second.key)
    justBelow[21] = (justBelow[21] ?? 0) - 1
    expect(between(first, second, justBelow)).toBeNull()
    expect(between(second, third, justBelow)).toBe('the left neighbor is not left of the key')
    expect(between(undefined, first, second.key)).toBe('the right neighbor is not right of the key')
    expect(between(second, undefined, third.key)).toBe('the neighbor is not at the edge of the tree')
    expect(between(undefined, second, justBelow)).toBe('the neighbor is not at the edge of the tree')
    expect(between(undefined, undefined, justBelow)).toBe('the proof is of another value')
    const [older] = recorded(RUN, 'abci-val-5-val-1', 'staking').ops
    const old = older === undefined ? undefined : CommitmentProof.decode(older.data).exist
    const [low, high] =
      old !== undefined && Buffer.compare(old.key, justBelow) < 0 ? [old, second] : [first, old]
    expect(between(low, high, justBelow)).toBe('the neighbors are of two trees')
  })

  test('R81: pruned shown as "no such record": a null that nothing proves', () => {
    expect(failure(RUN, { ...jailed(), value: null, ops: [] })).toBe('there is no proof')
    for (const name of ['abci-unproved', 'abci-grpc-validators-proved', 'abci-subspace'])
      expect(failure(RUN, recorded(RUN, name, 'staking'))).toBe('there is no proof')
  })

  test('R80: the leaf that swallows part of the key: the same root, another key', () => {
    const claim = jailed()
    const [tree] = claim.ops
    const exist = tree === undefined ? undefined : CommitmentProof.decode(tree.data).exist
    const { leaf } = exist ?? {}
    if (exist === undefined || leaf === undefined) throw new Error('no proof')
    // Of the key `21 14 <20 bytes>` the second byte is the length of what follows: the leaf is hashed from the same
    // bytes when the first one, and the length of the whole key, are made part of its prefix.
    const key = claim.key.subarray(2)
    expect(claim.key[1]).toBe(key.length)
    const prefix = Uint8Array.of(...leaf.prefix, claim.key.length, ...claim.key.subarray(0, 1))
    expect([...prefix, key.length, ...key]).toEqual([...leaf.prefix, claim.key.length, ...claim.key])
    const forged = { ...exist, key, leaf: { ...leaf, prefix } }
    expect(() => existenceRoot('iavl', forged, key, claim.value ?? key)).toThrow('prefix of the leaf')
    for (const [height, size] of [
      [2, 2],
      [0, 4],
    ]) {
      const other = { ...exist, leaf: { ...leaf, prefix: Uint8Array.of(height ?? 0, size ?? 0, 4) } }
      expect(() => existenceRoot('iavl', other, claim.key, claim.value ?? key)).toThrow('prefix of the leaf')
    }
  })

  test('R80: steps that are none of such a tree, other hashes, cut off and mangled proofs', () => {
    const claim = jailed()
    const edits: ((exist: NonNullable<CommitmentProof['exist']>) => void)[] = [
      (exist) => exist.path.pop(),
      (exist) => exist.path.reverse(),
      (exist) => exist.path.splice(0),
      (exist) => delete exist.leaf,
      (exist) => {
        exist.path.push(...Array.from({ length: 200 }, () => exist.path[0]).flatMap((step) => step ?? []))
      },
      (exist) => {
        const [step] = exist.path
        if (step !== undefined) step.hash = 2
      },
      (exist) => {
        const [step] = exist.path
        if (step !== undefined) step.prefix = new Uint8Array()
      },
      (exist) => {
        const [step] = exist.path
        if (step !== undefined) step.suffix = Uint8Array.of(0x20)
      },
      (exist) => {
        if (exist.leaf !== undefined) exist.leaf.prehashValue = 0
      },
    ]
    for (const edit of edits) {
      const forged = withTree(claim, ({ exist }) => {
        if (exist !== undefined) edit(exist)
      })
      expect(failure(RUN, forged)).not.toBeNull()
    }
    const [tree, stores] = claim.ops
    if (tree === undefined || stores === undefined) throw new Error('no proof')
    expect(failure(RUN, { ...claim, ops: [stores, tree] })).toBe('the proof is for another type of store')
    expect(failure(RUN, { ...claim, ops: [tree, stores, stores] })).toBe(
      'the proof is for another type of store',
    )
    expect(failure(RUN, { ...claim, ops: [{ ...tree, data: tree.data.subarray(0, 40) }, stores] })).toBe(
      'the proof cannot be decoded',
    )
  })

  test('R80: any changed bit of a proof is refused, or changes nothing that is proven', () => {
    const claim = info()
    for (const [which, op] of claim.ops.entries()) {
      for (let at = 0; at < op.data.length; at++) {
        const data = Uint8Array.from(op.data)
        data[at] = (data[at] ?? 0) ^ 0x10
        const ops = claim.ops.map((one, index) => (index === which ? { ...one, data } : one))
        // An unknown field is skipped by every protobuf reader: then the proof is still the one that it was.
        if (failure(RUN, { ...claim, ops }) === null)
          expect(CommitmentProof.decode(data)).toEqual(CommitmentProof.decode(op.data))
      }
    }
  })
})

describe('R102: the neighbors of a key that has no value', () => {
  const gap = recorded('sdk-0.53', 'abci-absent-val', 'staking')
  const hash = appHash('sdk-0.53', gap.height + 1)

  test('stand beside it in the order of the store', () => {
    const { below, above } = checkGap({ ...gap, appHash: hash })
    expect([below, above].map((key) => key?.[0])).toEqual([0x21, 0x21])
    const keys = [below, gap.key, above].map((key) => hex.encode(key ?? new Uint8Array()))
    expect(keys).toEqual([...keys].sort())
  })

  test('are none of a key that has one, or of a proof that is none', () => {
    const [there] = proofRun('sdk-0.53').names(/^abci-val-78-/)
    const value = recorded('sdk-0.53', there ?? '', 'staking')
    expect(() => checkGap({ ...value, appHash: appHash('sdk-0.53', 79) })).toThrow(
      'a value where there should be none',
    )
    expect(() => checkGap({ ...value, value: null, appHash: appHash('sdk-0.53', 79) })).toThrow(
      'not a proof of absence',
    )
    expect(() => checkGap({ ...gap, appHash: appHash('sdk-0.53', 50) })).toThrow(
      'does not lead to the app hash',
    )
  })
})

describe('R81: a store in which there is nothing', () => {
  const run = 'sdk-0.53-empty-store'
  const [name = ''] = proofRun(run).names(/^abci-empty-/)
  const empty = recorded(run, name, 'evidence')

  test('proves of every key that it has no value: its root is that of an empty tree', () => {
    expect(CommitmentProof.decode(empty.ops[0]?.data ?? new Uint8Array()).nonexist).toMatchObject({
      key: empty.key,
    })
    expect(failure(run, empty)).toBeNull()
    expect(checkGap({ ...empty, appHash: appHash(run, empty.height + 1) })).toEqual({
      below: null,
      above: null,
    })
  })

  test('is none of which something is proven, and its proof is none of a store that has something', () => {
    expect(failure(run, empty, { value: Uint8Array.of(1) })).toMatch(/not a proof of existence/)
    const [other = ''] = proofRun(run).names(/^abci-other-/)
    const full = recorded(run, other, 'gov')
    expect(failure(run, full)).toBeNull()
    const [tree] = empty.ops
    const [, stores] = full.ops
    if (tree === undefined || stores === undefined) throw new Error('no proof')
    expect(failure(run, full, { ops: [tree, stores] })).toMatch(/of another value/)
    expect(failure(run, empty, { store: 'gov' })).toMatch(/of another key/)
  })
})
