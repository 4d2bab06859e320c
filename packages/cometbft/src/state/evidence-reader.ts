import type {
  ChainState,
  ConsensusHex,
  FullHeader,
  SigningInfo,
  SlashingParams,
  StakingValidator,
} from '../domain.ts'
import { ChainReadError, decodeAs, ProofError } from '../errors.ts'
import {
  checkState,
  legacyParamKey,
  operatorOfKey,
  PARAMS_KEYS,
  signingInfoKey,
  type StateKey,
  validatorKey,
} from '../proof/state-proof.ts'
import {
  decodeSigningRecord,
  decodeSlashingParamsRecord,
  decodeStakingParamsRecord,
  decodeStakingRecord,
  LEGACY_SLASHING,
  LEGACY_STAKING,
  legacyDec,
  legacyDurationMs,
  legacyNumber,
  type StakingParams,
} from '../rpc/cosmos-sdk.decode.ts'
import type { NodeClient } from '../rpc/node-client.ts'
import { type Evidence, refutationOf } from './state-evidence.ts'

interface Wanted {
  /** Operators, each with the consensus address by which the list names it; null: it does not. */
  validators: ReadonlyMap<string, ConsensusHex | null>
  /** Consensus addresses of which it is asked whether x/staking has them. */
  unnamed: readonly ConsensusHex[]
  hasSlashing: boolean
}

/**
 * Asks a node for single keys of the state below `header` and proves each by it. A record or its absence, never what
 * the node merely says.
 *
 * @throws ChainReadError; kind `proof` where a proof does not lead to the header's app hash
 */
async function readEvidence(node: NodeClient, header: FullHeader, wanted: Wanted): Promise<Evidence> {
  const operators = [...wanted.validators.keys()]
  const addresses = wanted.hasSlashing ? [...wanted.validators.values()].filter((one) => one !== null) : []
  const values = await provenValues(node, header, [
    ...operators.map(validatorKey),
    ...addresses.map(signingInfoKey),
    ...wanted.unnamed.map(operatorOfKey),
    PARAMS_KEYS.staking,
    ...(wanted.hasSlashing ? [PARAMS_KEYS.slashing] : []),
  ])
  const next = createTaker(values)
  const records = decodeAs(sourceOf(node), () => ({
    validators: new Map<string, StakingValidator | null>(
      operators.map((operator) => [operator, orNull(next(), decodeStakingRecord)]),
    ),
    infos: new Map<ConsensusHex, SigningInfo | null>(
      addresses.map((consensus) => [
        consensus,
        orNull(next(), (bytes) => decodeSigningRecord(consensus, bytes)),
      ]),
    ),
  }))
  const isNamed = new Map(wanted.unnamed.map((consensus) => [consensus, next() !== null]))
  const [staking, slashing] = [next(), wanted.hasSlashing ? next() : null]
  // Proven not to be there: an SDK that keeps them in x/params.
  const params =
    staking === null
      ? await readLegacyParams(node, header, wanted)
      : decodeAs(sourceOf(node), () => ({
          stakingParams: decodeStakingParamsRecord(staking),
          slashingParams: slashing === null ? {} : decodeSlashingParamsRecord(slashing),
        }))
  return { ...records, isNamed, ...params }
}

/**
 * What each key holds below the header, proven; null where it is proven that there is nothing.
 *
 * @throws ChainReadError; kind `proof` where a proof does not lead to the header's app hash
 */
export async function provenValues(
  node: NodeClient,
  header: FullHeader,
  keys: readonly StateKey[],
): Promise<(Uint8Array | null)[]> {
  const height = header.height - 1
  const claims = await node.storeValues(keys, height)
  try {
    for (const claim of claims) checkState({ ...claim, appHash: header.appHash })
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    const reason = `height ${height}: ${error.message}`
    throw new ChainReadError({ kind: 'proof', ...sourceOf(node), reason })
  }
  return claims.map(({ value }) => value)
}

async function readLegacyParams(
  node: NodeClient,
  header: FullHeader,
  { hasSlashing }: Wanted,
): Promise<Pick<Evidence, 'stakingParams' | 'slashingParams'>> {
  const names = [...LEGACY_STAKING, ...(hasSlashing ? LEGACY_SLASHING : [])]
  const values = await provenValues(node, header, names.map(legacyParamKey))
  return decodeAs(sourceOf(node), () =>
    legacyParams(new Map(names.map((name, index) => [name, values[index] ?? null]))),
  )
}

function sourceOf({ host }: NodeClient): { host: string; method: string } {
  return { host, method: 'abci_query /store' }
}

type Names = (typeof LEGACY_STAKING)[number] | (typeof LEGACY_SLASHING)[number]

function legacyParams(values: ReadonlyMap<Names, Uint8Array | null>) {
  const read = <K extends string, T>(name: Names, field: K, decode: (bytes: Uint8Array) => T) => {
    const bytes = values.get(name) ?? null
    return (bytes === null ? {} : { [field]: decode(bytes) }) as Partial<Record<K, T>>
  }
  const stakingParams: Partial<StakingParams> = {
    ...read('staking/UnbondingTime', 'unbondingMs', legacyDurationMs),
    ...read('staking/MaxValidators', 'maxValidators', legacyNumber),
  }
  const slashingParams: Partial<SlashingParams> = {
    ...read('slashing/SignedBlocksWindow', 'signedBlocksWindow', legacyNumber),
    ...read('slashing/MinSignedPerWindow', 'minSignedPerWindow', legacyDec),
    ...read('slashing/DowntimeJailDuration', 'downtimeJailMs', legacyDurationMs),
  }
  return { stakingParams, slashingParams }
}

function orNull<T>(bytes: Uint8Array | null, decode: (bytes: Uint8Array) => T): T | null {
  return bytes === null ? null : decode(bytes)
}

/** Gives the values one by one, in the order in which they were asked for. */
function createTaker(values: readonly (Uint8Array | null)[]): () => Uint8Array | null {
  let at = 0
  return () => values[at++] ?? null
}

/** Their records and signing infos are twenty batches of ten. */
export const operatorsAtOnce = 100

interface Judged {
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
