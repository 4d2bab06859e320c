import type { ChainState, ConsensusHex, SigningInfo } from './domain.ts'
import { readEvidence, type Wanted } from './evidence-reader.ts'
import type { NodeClient } from './node-client.ts'
import type { FullHeader } from './proof/signed-header.ts'
import { type Evidence, refutationOf } from './state-evidence.ts'

/** Their records and signing infos are twenty batches of ten. */
export const operatorsAtOnce = 100

export interface Judged {
  /** Null where what was proven is what the state says. */
  refutation: string | null
  infos: Evidence['infos']
}

/**
 * What single keys prove of a state: a few operators at a time, for a list that is false is refuted by the first of them,
 * and whoever makes up ten thousand must not have another host asked for each.
 */
export async function judge(
  node: NodeClient,
  header: FullHeader,
  { state, wanted }: { state: ChainState; wanted: Wanted },
): Promise<Judged> {
  const all = [...wanted.validators]
  const infos = new Map<ConsensusHex, SigningInfo | null>()
  for (let at = 0; at === 0 || at < all.length; at += operatorsAtOnce) {
    const validators = new Map(all.slice(at, at + operatorsAtOnce))
    const unnamed = at === 0 ? wanted.unnamed : []
    const evidence = await readEvidence(node, header, { ...wanted, validators, unnamed })
    for (const [consensus, info] of evidence.infos) infos.set(consensus, info)
    const refutation = refutationOf(state, evidence)
    if (refutation !== null) return { refutation, infos }
  }
  return { refutation: null, infos }
}
