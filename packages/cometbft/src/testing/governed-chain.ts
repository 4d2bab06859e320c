import { concatBytes } from '@noble/hashes/utils.js'
import { hex, utf8 } from '@scure/base'
import { accountPrefix, bech32ToHex, hexToBech32 } from '../address.ts'
import type { FullHeader } from '../domain.ts'
import { ChainReadError } from '../errors.ts'
import type { EndpointPool, UseOptions } from '../pool/endpoint-pool.ts'
import type { StateClaim } from '../proof/state-proof.ts'
import { bytesField, intField, messageField, timestamp } from '../protobuf.ts'
import type { ModuleAnswer, ModuleQuery } from '../rpc/abci-reader.ts'
import type { NodeClient } from '../rpc/node-client.ts'
import { createProvableStores } from './provable-stores.ts'
import { headerAbove, recordedNode } from './recorded-node.ts'

/**
 * A chain that votes, in memory: the stores of x/gov and x/signal as the SDK writes them, and hosts that answer from them.
 * Each host has a copy of its own that a test changes to make a liar of it.
 */

const idBytes = (id: number) => hex.encode(Uint8Array.from([0, 0, 0, 0, 0, 0, id >> 8, id & 255]))
const hexOf = (address: string) => bech32ToHex(address).hex.toLowerCase()
const accountOf = (operator: string) => hexToBech32(accountPrefix(operator) ?? '', hexOf(operator))

export function anyBytes(typeUrl: string, value: Uint8Array): Uint8Array {
  return concatBytes(bytesField(1, typeUrl), bytesField(2, value))
}

export interface ProposalFields {
  id: number
  status?: number
  /** Seconds since 1970. */
  start?: number
  /** Nanoseconds since 1970. */
  endNs?: bigint
  messages?: readonly Uint8Array[]
  title?: string
  summary?: string
  proposer?: string
  metadata?: string
  isExpedited?: boolean
  failedReason?: string
  tally?: readonly [yes: string, abstain: string, no: string, veto: string]
}

export const START = 1_700_000_000
export const END_NS = 1_700_100_000_123_456_000n

/** As x/gov writes it. */
export function proposalBytes(fields: ProposalFields): Uint8Array {
  const {
    id,
    status = 2,
    start = START,
    endNs = END_NS,
    messages = [],
    tally = ['0', '0', '0', '0'],
  } = fields
  return concatBytes(
    intField(1, id),
    ...messages.map((message) => messageField(2, message)),
    intField(3, status),
    messageField(4, concatBytes(...tally.map((count, index) => bytesField(index + 1, count)))),
    messageField(5, timestamp(BigInt(start - 60) * 1_000_000_000n)),
    messageField(6, timestamp(BigInt(start + 60) * 1_000_000_000n)),
    messageField(7, concatBytes(bytesField(1, 'stake'), bytesField(2, '10000000'))),
    ...(status === 1
      ? []
      : [messageField(8, timestamp(BigInt(start) * 1_000_000_000n)), messageField(9, timestamp(endNs))]),
    bytesField(10, fields.metadata ?? ''),
    bytesField(11, fields.title ?? `Proposal ${id}`),
    bytesField(12, fields.summary ?? 'What it is about'),
    bytesField(13, fields.proposer ?? 'cosmos1gfpyysjzgfpyysjzgfpyysjzgfpyysjzdhvklw'),
    intField(14, fields.isExpedited ? 1 : 0),
    bytesField(15, fields.failedReason ?? ''),
  )
}

/** Options are `[1, '1.0…']`: yes 1, abstain 2, no 3, veto 4. */
export function voteBytes(
  id: number,
  operator: string,
  options: readonly (readonly [number, string])[],
): Uint8Array {
  return concatBytes(
    intField(1, id),
    bytesField(2, accountOf(operator)),
    ...options.map(([option, weight]) =>
      messageField(4, concatBytes(intField(1, option), bytesField(2, weight))),
    ),
  )
}

export const PARAMS_RECORD = concatBytes(
  messageField(1, concatBytes(bytesField(1, 'stake'), bytesField(2, '10000000'))),
  messageField(2, intField(1, 172_800)),
  messageField(3, intField(1, 172_800)),
  bytesField(4, '0.334000000000000000'),
  bytesField(5, '0.500000000000000000'),
  bytesField(6, '0.334000000000000000'),
  bytesField(11, '0.667000000000000000'),
)

/** Entries of the stores, by the hex of their keys; a test may set and delete as it likes. */
export interface GovernedStores {
  gov: Map<string, Uint8Array>
  signal: Map<string, Uint8Array>
  params: Map<string, Uint8Array>
}

export const proposalEntry = (id: number) => `00${idBytes(id)}`
export const voteEntry = (id: number, operator: string) => `20${idBytes(id)}14${hexOf(operator)}`

/** A proposal with its place in the queue, where it is in voting period. */
export function putProposal({ gov }: GovernedStores, fields: ProposalFields): void {
  gov.set(proposalEntry(fields.id), proposalBytes(fields))
  const { status = 2, endNs = END_NS } = fields
  const time = new Date(Number(endNs / 1_000_000n)).toISOString().slice(0, -1)
  const text = `${time}${String(endNs % 1_000_000n).padStart(6, '0')}`
  if (status === 2)
    gov.set(`01${hex.encode(utf8.decode(text))}${idBytes(fields.id)}`, hex.decode(idBytes(fields.id)))
}

export function governedStores(): GovernedStores {
  return {
    gov: new Map([
      ['03', hex.decode(idBytes(9))],
      ['30', PARAMS_RECORD],
    ]),
    // After each upgrade there is nothing in it.
    signal: new Map(),
    params: new Map([['ff', Uint8Array.of(1)]]),
  }
}

export interface GovernedHost extends NodeClient {
  /** What it answers queries from. */
  says: GovernedStores
  /** What it makes of a proven claim; null: it refuses `/store`. */
  proves: ((claim: StateClaim) => StateClaim) | null
  /** Makes it fail at a query. */
  fails: ((query: ModuleQuery) => ChainReadError | null) | null
  /** Keys and queries that it was asked, in order. */
  asked: string[]
}

interface GovernedChain {
  height: number
  above: FullHeader
  hosts: [a: GovernedHost, b: GovernedHost, c: GovernedHost]
  pool: Pick<EndpointPool, 'use' | 'blame'>
  blamed: Record<string, string>
}

/** Three hosts of one chain, asked in this order, like the pool as far as a reader sees it. */
export function governedChain(stores: GovernedStores): GovernedChain {
  const { appHash, claim } = createProvableStores({ ...stores })
  const above = { ...headerAbove(), appHash }
  const copy = (): GovernedStores => ({
    gov: new Map(stores.gov),
    signal: new Map(stores.signal),
    params: new Map(stores.params),
  })
  const hostOf = (host: string): GovernedHost => {
    const refused = (log: string, code = 18) =>
      new ChainReadError({ kind: 'abci', host, method: '', reason: log, code })
    const node: GovernedHost = {
      ...recordedNode(host),
      says: copy(),
      proves: (one) => one,
      fails: null,
      asked: [],
      storeValues: async (keys) => {
        const { proves } = node
        node.asked.push(...keys.map(({ store, key }) => `${store} ${hex.encode(key)}`))
        if (proves === null) throw refused('query path /store is disabled')
        return keys.map((key) => proves(claim(key)))
      },
      moduleAnswers: async (queries) =>
        queries.map((query): ModuleAnswer => {
          node.asked.push(query.path.slice(query.path.lastIndexOf('/') + 1))
          const failure = node.fails?.(query) ?? null
          if (failure !== null) return { ok: false, error: failure }
          return answerOf(node.says, query, refused)
        }),
    }
    return node
  }
  const hosts: GovernedChain['hosts'] = [hostOf('a.example'), hostOf('b.example'), hostOf('c.example')]
  return { height: above.height - 1, above, hosts, ...governedPool(hosts) }
}

export function governedPool(hosts: readonly NodeClient[]): Pick<GovernedChain, 'pool' | 'blamed'> {
  const blamed: Record<string, string> = {}
  const use = async <T>(work: (node: NodeClient) => Promise<T>, { otherThan = [] }: UseOptions = {}) => {
    const others = hosts.filter(({ host }) => !otherThan.includes(host))
    let last: unknown = new Error('nobody')
    for (const node of [...others, ...hosts.filter((one) => !others.includes(one))]) {
      try {
        return await work(node)
      } catch (error) {
        if (!(error instanceof ChainReadError)) throw error
        last = error
      }
    }
    throw last
  }
  const blame = (host: string, reason: string) => {
    blamed[host] = reason
  }
  return { pool: { use, blame } as Pick<EndpointPool, 'use' | 'blame'>, blamed }
}

/** What x/gov and x/signal answer from such stores, read by the place of each field in the request. */
function answerOf(
  { gov, signal }: GovernedStores,
  { path, request }: ModuleQuery,
  refused: (log: string, code?: number) => ChainReadError,
): ModuleAnswer {
  const ok = (...parts: readonly Uint8Array[]): ModuleAnswer => ({ ok: true, value: concatBytes(...parts) })
  const no = (log: string, code?: number): ModuleAnswer => ({ ok: false, error: refused(log, code) })
  // One byte or two: ids of tests are small.
  const id = (request[1] ?? 0) < 128 ? (request[1] ?? 0) : (request[1] ?? 0) - 128 + 128 * (request[2] ?? 0)
  switch (path) {
    case '/cosmos.gov.v1.Query/Proposals': {
      const all = [...gov].filter(([key, value]) => key.startsWith('00') && isVoting(value))
      return ok(...all.map(([, value]) => messageField(1, value)))
    }
    case '/cosmos.gov.v1.Query/Proposal': {
      const record = gov.get(proposalEntry(id))
      return record === undefined
        ? no(`rpc error: code = NotFound desc = proposal ${id} doesn't exist: key not found`, 22)
        : ok(messageField(1, record))
    }
    case '/cosmos.gov.v1.Query/Vote': {
      const voter = new TextDecoder().decode(request.subarray(4))
      const vote = gov.get(`20${idBytes(id)}14${hexOf(voter)}`)
      return vote === undefined
        ? no(
            `rpc error: code = InvalidArgument desc = voter: ${voter} not found for proposal: ${id}: invalid request`,
          )
        : ok(messageField(1, vote))
    }
    case '/cosmos.gov.v1.Query/TallyResult':
      return ok(
        messageField(
          1,
          concatBytes(bytesField(1, '700'), bytesField(2, '10'), bytesField(3, '200'), bytesField(4, '90')),
        ),
      )
    case '/cosmos.gov.v1.Query/Params':
      return ok(messageField(4, gov.get('30') ?? new Uint8Array()))
    case '/celestia.signal.v1.Query/GetUpgrade': {
      const upgrade = signal.get('00')
      return ok(...(upgrade === undefined ? [] : [messageField(1, upgrade)]))
    }
    case '/celestia.signal.v1.Query/VersionTally':
      return ok(intField(1, 600), intField(2, 834), intField(3, 1_000))
    default:
      return no('unknown query path: unknown request', 6)
  }
}

/** The status stands behind id and messages; tests ask only for what they have put. */
function isVoting(record: Uint8Array): boolean {
  return readStatus(record) === 2
}

function readStatus(record: Uint8Array): number {
  for (let at = 0; at < record.length; ) {
    const tag = record[at] ?? 0
    if (tag === 0x18) return record[at + 1] ?? 0
    at += 1
    let value = 0
    let shift = 0
    for (;;) {
      const byte = record[at++] ?? 0
      value += (byte & 127) * 2 ** shift
      shift += 7
      if (byte < 128) break
    }
    if ((tag & 7) === 2) at += value
  }
  return 0
}
