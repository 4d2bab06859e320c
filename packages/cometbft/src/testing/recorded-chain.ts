import { decodeCommit } from '../commit.decode.ts'
import type { SetMember } from '../domain.ts'
import type { SignedHeader } from '../proof/signed-header.ts'
import { decodeValidatorsPage } from '../validators.decode.ts'
import { type ProofRunName, proofRun } from './proof-run.ts'

export interface RecordedBlock {
  signed: SignedHeader
  set: readonly SetMember[]
}

const chains = new Map<ProofRunName, ReadonlyMap<number, RecordedBlock>>()

/** The blocks of a recorded run, by height, from 1 on. The last one's commit may be the seen one. */
export function recordedChain(name: ProofRunName): ReadonlyMap<number, RecordedBlock> {
  const known = chains.get(name) ?? decoded(name)
  chains.set(name, known)
  return known
}

function decoded(name: ProofRunName): ReadonlyMap<number, RecordedBlock> {
  const run = proofRun(name)
  const heights = run.names(/^commit-\d+$/).map((file) => Number(file.slice('commit-'.length)))
  const withSet = heights.filter((height) => run.names(new RegExp(`^validators-${height}$`)).length > 0)
  return new Map(
    withSet
      .sort((a, b) => a - b)
      .map((height) => [
        height,
        {
          signed: decodeCommit(run.result(`commit-${height}`)),
          set: decodeValidatorsPage(run.result(`validators-${height}`)).members,
        },
      ]),
  )
}

/** One of them. */
export function recordedBlock(name: ProofRunName, height: number): RecordedBlock {
  const block = recordedChain(name).get(height)
  if (block === undefined) throw new Error(`${name} has no block ${height}`)
  return block
}
