import type { ChainState, FullHeader, SelfDelegation } from '../domain.ts'
import { ChainReadError, decodeAs } from '../errors.ts'
import type { EndpointPool } from '../pool/endpoint-pool.ts'
import { selfDelegationKey } from '../proof/state-proof.ts'
import { decodeDelegationRecord } from '../rpc/cosmos-sdk.decode.ts'
import type { NodeClient } from '../rpc/node-client.ts'
import { provenValues } from './evidence-reader.ts'
import { tokensOfShares } from './stake.ts'

interface SelfDelegationRequest {
  /** Who gave the state. */
  node: NodeClient
  /** Its records say what a share of each validator is worth. */
  state: Pick<ChainState, 'height' | 'staking'>
  /** Of whom the own stake is read; a few in turn. */
  operators: readonly string[]
  /** The header above the state, where it has proven the records of these operators; else null. */
  above: FullHeader | null
}

type Found = ReadonlyMap<string, SelfDelegation>

interface Proven {
  host: string
  /** The record of each operator; null where there is none. */
  values: readonly (Uint8Array | null)[]
}

export interface SelfDelegationReader {
  /**
   * What each operator has staked with itself, proven by its key where that can be had: a record, or that there is none.
   * Else as two hosts say it alike, or as the only one does that answers. Whoever is left out is not known.
   *
   * @throws nothing: a stake that cannot be had costs nothing else of the state
   */
  read(request: SelfDelegationRequest): Promise<Found>
}

/** Where proofs were to be had before, one host's word is taken after so many reads without any. */
const readsToWaitFor = 3

/** Reads own stakes of one chain. Remembers whether proofs were to be had. */
export function createSelfDelegationReader(pool: Pick<EndpointPool, 'use' | 'blame'>): SelfDelegationReader {
  let hasProven = false
  let readsWithout = 0

  async function read({ node, state, operators, above }: SelfDelegationRequest): Promise<Found> {
    if (operators.length === 0) return new Map()
    const { proven, isRefuted } = await prove(node, above, operators)
    if (proven === null) {
      readsWithout += 1
      // Whose proof is false is not asked for its word. Nobody's was ever true: a chain of another kind.
      return isRefuted && hasProven ? new Map() : compared(node, state.height, operators)
    }
    hasProven = true
    readsWithout = 0
    const records = new Map(state.staking?.validators.map((record) => [record.operatorAddress, record]))
    const found = new Map<string, SelfDelegation>()
    for (const [index, operator] of operators.entries()) {
      const record = records.get(operator)
      const shares = sharesOrNull(proven.host, proven.values[index] ?? null)
      const tokens = record === undefined || shares === null ? null : tokensOfShares(shares, record)
      if (tokens !== null) found.set(operator, { tokens, source: { assurance: 'PROVEN', host: proven.host } })
    }
    return found
  }

  /** By whoever gave the state, who may have lied; by another one where that fails. */
  async function prove(
    node: NodeClient,
    above: FullHeader | null,
    operators: readonly string[],
  ): Promise<{ proven: Proven | null; isRefuted: boolean }> {
    if (above === null) return { proven: null, isRefuted: false }
    const lies = new Map<string, string>()
    const writeDown = (error: unknown): never => {
      if (error instanceof ChainReadError && error.kind === 'proof') lies.set(error.host, error.message)
      throw error
    }
    const ask = async (asked: NodeClient) => {
      const values = provenValues(asked, above, operators.map(selfDelegationKey))
      return { host: asked.host, values: await values.catch(writeDown) }
    }
    const proven = (await orNull(ask(node))) ?? (await orNull(pool.use(ask, { otherThan: [node.host] })))
    if (proven === null) return { proven, isRefuted: lies.size > 0 }
    // Now that somebody's proof has passed, those whose did not are known to have lied.
    for (const [host, reason] of lies) if (host !== proven.host) pool.blame(host, reason)
    return { proven, isRefuted: false }
  }

  async function compared(node: NodeClient, height: number, operators: readonly string[]): Promise<Found> {
    const said = (await orNull(node.selfDelegations(operators, height))) ?? new Map<string, bigint>()
    const asked = [...said.keys()]
    const first = { host: node.host, said }
    const second = asked.length === 0 ? null : await another(height, asked, [node.host])
    const differ = second === null ? [] : asked.filter((one) => differs(said.get(one), second.said.get(one)))
    // Of two that differ a third one decides.
    const third =
      second === null || differ.length === 0 ? null : await another(height, differ, [node.host, second.host])
    const found = new Map<string, SelfDelegation>()
    for (const operator of asked) {
      const answers = [first, second, third].flatMap((one) => {
        const tokens = one?.said.get(operator)
        return one === null || tokens === undefined ? [] : [{ host: one.host, tokens }]
      })
      const taken = takenOf(answers)
      if (taken !== null) found.set(operator, taken)
    }
    return found
  }

  /** What two say alike, else the word of the only one. Null: they differ, or a proof may come back. */
  function takenOf(answers: readonly { host: string; tokens: bigint }[]): SelfDelegation | null {
    const [first, ...others] = answers
    if (first === undefined) return null
    if (others.length > 0) {
      const alike = answers.find((one) =>
        answers.some((other) => other !== one && other.tokens === one.tokens),
      )
      return alike === undefined ? null : reported(alike, 'AGREED')
    }
    return hasProven && readsWithout < readsToWaitFor ? null : reported(first, 'SINGLE')
  }

  /** What a host says that is none of `hosts`; null where no other one answers. */
  function another(height: number, operators: readonly string[], hosts: readonly string[]) {
    const question = pool.use(
      async (node) =>
        hosts.includes(node.host)
          ? null
          : { host: node.host, said: await node.selfDelegations(operators, height) },
      { otherThan: hosts },
    )
    return orNull(question)
  }

  return { read }
}

function reported(
  { host, tokens }: { host: string; tokens: bigint },
  assurance: SelfDelegation['source']['assurance'],
): SelfDelegation {
  return { tokens, source: { assurance, host } }
}

const differs = (one: bigint | undefined, other: bigint | undefined) => other !== undefined && one !== other

/** Proven not to be there is a stake of nothing; what cannot be decoded is not known. */
function sharesOrNull(host: string, value: Uint8Array | null): bigint | null {
  if (value === null) return 0n
  try {
    return decodeAs({ host, method: 'abci_query /store/staking/key' }, () => decodeDelegationRecord(value))
  } catch (error) {
    if (error instanceof ChainReadError) return null
    throw error
  }
}

function orNull<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof ChainReadError) return null
    throw error
  })
}
