import { bech32 } from '@scure/base'
import { CommitmentProof } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { beforeEach, expect, test } from 'vitest'
import type { StakingValidator } from '../domain.ts'
import type { StateClaim, StateKey } from '../proof/state-proof.ts'
import {
  NOBODY,
  poolOf,
  type RecordedNode,
  recordedNode,
  recordedRequest,
  recordedState,
} from '../testing/recorded-node.ts'
import { createStateReader, type StateRequest } from './state-reader.ts'

const many = 3_000
let a: RecordedNode
let b: RecordedNode
let c: RecordedNode
let request: StateRequest
/** Keys that somebody was asked to prove. */
let asked: number

beforeEach(() => {
  asked = 0
  a = provingAbsence('a.example')
  b = provingAbsence('b.example')
  c = provingAbsence('c.example')
  request = recordedRequest()
})

const nobody = bech32.decode(NOBODY as `${string}1${string}`).words

/** Operators that nobody knows: the bytes of one that is proven not to be there, and a number. */
const madeUp = (): StakingValidator[] =>
  Array.from({ length: many }, (_one, index) => {
    const bytes = bech32.fromWords(nobody)
    bytes.set([index >> 8, index & 0xff], 18)
    const operatorAddress = bech32.encode('cosmosvaloper', bech32.toWords(bytes))
    return { ...recordedState().validators[0], operatorAddress } as StakingValidator
  })

/** A node that proves of each made-up operator that it is not there: they are all between the same two neighbors. */
function provingAbsence(host: string): RecordedNode {
  const node = recordedNode(host)
  const recorded = node.storeValues
  const template = bech32.fromWords(nobody)
  const isMadeUp = ({ key }: StateKey) =>
    key.length === 22 && template.slice(0, 18).every((byte, at) => key[at + 2] === byte)
  node.storeValues = async (keys, height) => {
    asked += keys.length
    const [absent] = await recorded([{ store: 'staking', key: Uint8Array.of(0x21, 20, ...template) }], height)
    return Promise.all(
      keys.map(async (key): Promise<StateClaim> => {
        if (absent && isMadeUp(key)) return ofKey(absent, key)
        const [claim] = await recorded([key], height)
        if (claim === undefined) throw new Error('nothing recorded')
        return claim
      }),
    )
  }
  return node
}

function ofKey(absent: StateClaim, { store, key }: StateKey): StateClaim {
  const ops = absent.ops.map((op) => {
    const proof = CommitmentProof.decode(op.data)
    if (proof.nonexist === undefined) return op
    return {
      ...op,
      data: CommitmentProof.encode({ ...proof, nonexist: { ...proof.nonexist, key } }).finish(),
    }
  })
  return { store, key, value: null, ops }
}

test('R86: a list of thousands that somebody made up costs as much as a hundred of them', async () => {
  const { pool, blamed } = poolOf([a, b, c])
  a.says.validators = [...madeUp(), ...a.says.validators]
  const state = await createStateReader(pool, { perTurn: 0 }).read(request)
  expect(state.staking?.validators).toEqual(recordedState().validators)
  expect(blamed['a.example']).toMatch(/something \(proven: it is not there\)/)
  expect(asked).toBeLessThan(300)
})

test('R89: nor does one beside a first list: the list is proven by itself, and who says otherwise has lied', async () => {
  const { pool, blamed } = poolOf([a, b, c])
  b.says.validators = [...madeUp(), ...b.says.validators]
  const first = { ...request, known: [], nextSet: null }
  const state = await createStateReader(pool, { perTurn: 0 }).read(first)
  expect(state.source.host).toBe('a.example')
  expect([...state.sources.values()].map(({ assurance }) => assurance)).toEqual(
    recordedState().validators.map(() => 'PROVEN'),
  )
  expect(Object.keys(blamed)).toEqual(['b.example'])
  expect(asked).toBeLessThan(300)
})
