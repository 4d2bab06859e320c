import { bytesField, intField, messageField } from '@roundsman/cometbft/protobuf'
import { BinaryReader } from 'cosmjs-types/binary'
import { compareBytes, joinBytes } from '../bytes.ts'
import type { ChainState } from '../chain/chain-state.ts'
import { powersOf, signalTally } from '../governance/signals.ts'
import { upgradeBytes } from '../stores/governance-trees.ts'
import { readRequest } from './call-params.ts'
import type { ChainLens } from './chain-lens.ts'

type State = Readonly<ChainState>

/** celestia.signal.v1.Query/GetUpgrade; no bytes at all where none is scheduled. */
export function upgradeQuery(_lens: ChainLens, { governance }: State): Uint8Array {
  const upgrade = governance?.upgrade ?? null
  return upgrade === null ? new Uint8Array() : messageField(1, upgradeBytes(upgrade))
}

export function versionTallyQuery(_lens: ChainLens, state: State, data: Uint8Array): Uint8Array {
  const version = readRequest(versionRequest, data)
  const { power, threshold, total } = signalTally(state, state.governance?.signals ?? new Map(), version)
  return joinBytes([intField(1, power), intField(2, threshold), intField(3, total)])
}

/** Monikers, in the order of the operators: who has power, and has signalled nothing or another version. */
export function missingValidatorsQuery({ chain }: ChainLens, state: State, data: Uint8Array): Uint8Array {
  const version = readRequest(versionRequest, data)
  const missing = [...powersOf(state).keys()].filter(
    (index) => state.governance?.signals.get(index) !== version,
  )
  const operator = (index: number) => chain.roster[index]?.operatorBytes ?? new Uint8Array()
  missing.sort((a, b) => compareBytes(operator(a), operator(b)))
  return joinBytes(missing.map((index) => bytesField(1, state.validators[index]?.moniker ?? '')))
}

/** One number, `version`; zero where it is left out. */
const versionRequest = {
  decode(data: Uint8Array): number {
    const reader = new BinaryReader(data)
    let version = 0
    while (reader.pos < reader.len) {
      const tag = reader.uint32()
      if (tag === 8) version = Number(reader.uint64())
      else reader.skipType(tag & 7)
    }
    return version
  },
}
