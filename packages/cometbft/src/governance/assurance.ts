import type { FullHeader, Source } from '../domain.ts'
import { ChainReadError, decodeAs, isUnknownQueryPath, ProofError } from '../errors.ts'
import type { EndpointPool } from '../pool/endpoint-pool.ts'
import { checkGap, checkState, type StateClaim, type StateKey } from '../proof/state-proof.ts'
import type { NodeClient } from '../rpc/node-client.ts'
import type { StateRequest } from '../state/state-reader.ts'

/**
 * How something that one module keeps is known: proven by its keys, else as hosts say it alike. A host whose proof is false
 * has lied once another one's is true.
 */

/** Where nobody has proven anything in so many reads (a proxy forbids `/store`) … */
const proofsToTry = 3
/** … it is tried again after so many. */
const readsWithoutProof = 30
/** One host's word stands for so many reads before it is taken. */
const readsToWaitFor = 3
/** Words of one host that wait; of more, the oldest have to begin anew. */
const mostWaiting = 5_000
/** No node proves anything of an earlier state. */
const firstProvable = 2

export type AssurancePool = Pick<EndpointPool, 'use' | 'blame'>
export type At = Pick<StateRequest, 'height' | 'newest'>

/** What hosts say, by what it is about; whoever leaves something out says nothing of it. */
type Said<T> = ReadonlyMap<string, T>

export interface Assurance {
  /**
   * What one host proves, by another one than those of `otherThan` where there is one. null: nobody does now, and hosts may
   * be compared. REFUTED: proofs were to be had before, and what there is now is false; nobody is asked for a word.
   */
  prove<T>(
    at: At,
    work: (store: ProvenStore) => Promise<T>,
    otherThan?: readonly string[],
  ): Promise<{ value: T; host: string } | 'REFUTED' | null>
  /**
   * What two hosts say alike, each thing by itself; of two that differ a third one decides. What the only one says that
   * answers is taken after three reads, with `isPassing` at once: it differs with each block and nothing depends on it.
   */
  compare<T>(
    subject: string,
    ask: (node: NodeClient) => Promise<Said<T>>,
    options?: { isPassing?: boolean },
  ): Promise<{ known: ReadonlyMap<string, { value: T; source: Source }>; hasNoModule: boolean }>
}

/** Knows of one module of one chain whether proofs are to be had, and what one host alone has said. */
export function createAssurance(pool: AssurancePool): Assurance {
  let leftWithoutProof = 0
  let refused = 0
  let hasProven = false
  const waiting = new Map<string, { text: string; reads: number }>()

  async function prove<T>(
    { height, newest }: At,
    work: (store: ProvenStore) => Promise<T>,
    otherThan: readonly string[] = [],
  ) {
    const isAbove = newest?.assurance === 'PROVEN' && newest.header.height === height + 1
    if (!isAbove || height < firstProvable) return null
    if (leftWithoutProof > 0) {
      leftWithoutProof -= 1
      return null
    }
    const { header } = newest
    const lies = new Map<string, string>()
    const ask = async (node: NodeClient) => {
      try {
        return { value: await work(createProvenStore(node, header)), host: node.host }
      } catch (error) {
        if (error instanceof ChainReadError && error.kind === 'proof') lies.set(node.host, error.message)
        throw elsewhere(error)
      }
    }
    try {
      const proven = await pool.use(ask, otherThan.length === 0 ? {} : { otherThan })
      hasProven = true
      refused = 0
      for (const [host, reason] of lies) if (host !== proven.host) pool.blame(host, reason)
      return proven
    } catch (error) {
      if (!(error instanceof ChainReadError)) throw error
      if (lies.size > 0 && hasProven) return 'REFUTED'
      if (!passing.has(error.kind) && ++refused % proofsToTry === 0) leftWithoutProof = readsWithoutProof
      return null
    }
  }

  async function compare<T>(
    subject: string,
    ask: (node: NodeClient) => Promise<Said<T>>,
    { isPassing = false } = {},
  ) {
    const answers: { host: string; said: Said<T> }[] = []
    const without = new Set<string>()
    while (answers.length < 3) {
      const next = await another(
        ask,
        answers.map(({ host }) => host),
        without,
      )
      if (next === null) break
      answers.push(next)
      if (answers.length > 1 && keysOf(answers).every((key) => alike(answers, key) !== null)) break
    }
    const known = new Map<string, { value: T; source: Source }>()
    for (const key of keysOf(answers)) {
      const found = alike(answers, key) ?? aloneOrNull(answers, { subject, key, isPassing })
      if (found !== null) known.set(key, found)
    }
    return { known, hasNoModule: answers.length === 0 && saysTwice(`${subject} module`, without.size) }
  }

  function aloneOrNull<T>(
    answers: readonly { host: string; said: Said<T> }[],
    { subject, key, isPassing }: { subject: string; key: string; isPassing: boolean },
  ) {
    const [only, ...others] = answers
    if (only === undefined || others.length > 0 || !only.said.has(key)) return null
    const value = only.said.get(key) as T
    const source: Source = { assurance: 'SINGLE', host: only.host }
    return isPassing || stands(`${subject} ${key}`, textOf(value)) ? { value, source } : null
  }

  /** Two hosts, or one that goes on saying so. */
  function saysTwice(subject: string, hosts: number): boolean {
    return hosts > 1 || (hosts === 1 && stands(subject, ''))
  }

  /** One read more in which one host alone says this; whether it has said it often enough. */
  function stands(subject: string, text: string): boolean {
    const before = waiting.get(subject)
    const reads = before?.text === text ? before.reads + 1 : 1
    waiting.delete(subject)
    waiting.set(subject, { text, reads })
    const [oldest] = waiting.keys()
    if (waiting.size > mostWaiting && oldest !== undefined) waiting.delete(oldest)
    return reads >= readsToWaitFor
  }

  /** What a host says that is none of `hosts`; null where no other one answers. `without`: who knows no such question. */
  async function another<T>(
    ask: (node: NodeClient) => Promise<Said<T>>,
    hosts: readonly string[],
    without: Set<string>,
  ) {
    const asked = async (node: NodeClient) => {
      if (hosts.includes(node.host)) return null
      try {
        return { host: node.host, said: await ask(node) }
      } catch (error) {
        if (isUnknownQueryPath(error)) without.add(node.host)
        throw elsewhere(error)
      }
    }
    return orNull(pool.use(asked, hosts.length === 0 ? {} : { otherThan: hosts }))
  }

  return { prove, compare }
}

/** Says nothing of whether there are proofs: the same question may be answered the next time. */
const passing: ReadonlySet<ChainReadError['kind']> = new Set(['timeout', 'transport', 'pruned'])

/** That one host knows no such module is no definite answer here: a liar would hide all votes with it. */
function elsewhere(error: unknown): unknown {
  if (!(error instanceof ChainReadError) || !isUnknownQueryPath(error)) return error
  const { host, method, code } = error
  return new ChainReadError({ kind: 'abci', host, method, code, reason: 'the node does not know the module' })
}

function keysOf<T>(answers: readonly { said: Said<T> }[]): string[] {
  return [...new Set(answers.flatMap(({ said }) => [...said.keys()]))]
}

/** What two of them say alike; null where no two do. */
function alike<T>(answers: readonly { host: string; said: Said<T> }[], key: string) {
  const those = answers.filter(({ said }) => said.has(key))
  const texts = those.map(({ said }) => textOf(said.get(key)))
  const at = texts.findIndex((text, index) => texts.includes(text, index + 1))
  const one = those[at]
  if (one === undefined) return null
  const source: Source = { assurance: 'AGREED', host: one.host }
  return { value: one.said.get(key) as T, source }
}

/** The same for what is the same, bigints too. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one)) ?? ''
}

export function orNull<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof ChainReadError) return null
    throw error
  })
}

/** The keys of one node's stores below a proven header: what comes out of it is proven. Its errors are `ChainReadError`. */
export interface ProvenStore {
  readonly node: NodeClient
  /** Asks for many keys at once; what was asked for is not asked for again. */
  fetch(keys: readonly StateKey[]): Promise<void>
  /** null: it is proven that there is none. */
  value(key: StateKey): Promise<Uint8Array | null>
  /** The neighbors of a key that has no value. */
  gap(key: StateKey): Promise<{ below: Uint8Array | null; above: Uint8Array | null }>
  decode<T>(read: () => T): T
}

function createProvenStore(node: NodeClient, header: FullHeader): ProvenStore {
  const height = header.height - 1
  const claims = new Map<string, StateClaim>()
  const nameOf = ({ store, key }: StateKey) => `${store} ${key.join()}`
  const source = { host: node.host, method: 'abci_query /store' }

  async function fetch(keys: readonly StateKey[]): Promise<void> {
    const missing = keys.filter((key) => !claims.has(nameOf(key)))
    const found = await node.storeValues(missing, height)
    // By what was asked for: checked is the claim's own key.
    for (const [index, key] of missing.entries()) {
      const claim = found[index]
      if (claim !== undefined) claims.set(nameOf(key), { ...claim, ...key })
    }
  }

  async function claimOf(key: StateKey): Promise<StateClaim & { appHash: string }> {
    if (!claims.has(nameOf(key))) await fetch([key])
    const claim = claims.get(nameOf(key))
    if (claim === undefined) throw new ChainReadError({ kind: 'schema', ...source, reason: 'no response' })
    return { ...claim, appHash: header.appHash }
  }

  function checked<T>(check: () => T): T {
    try {
      return check()
    } catch (error) {
      if (!(error instanceof ProofError)) throw error
      throw new ChainReadError({ kind: 'proof', ...source, reason: `height ${height}: ${error.message}` })
    }
  }

  return {
    node,
    fetch,
    async value(key) {
      const claim = await claimOf(key)
      checked(() => checkState(claim))
      return claim.value
    },
    async gap(key) {
      const claim = await claimOf(key)
      return checked(() => checkGap(claim))
    },
    decode: (read) => decodeAs(source, read),
  }
}
