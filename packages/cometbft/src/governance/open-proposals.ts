import { ChainReadError, decodeAs } from '../errors.ts'
import { legacyParamKey } from '../proof/state-proof.ts'
import type { NodeClient } from '../rpc/node-client.ts'
import { type Assurance, type AssurancePool, type At, orNull, type ProvenStore, textOf } from './assurance.ts'
import type { GovernanceParams, OpenProposals, Proposal } from './domain.ts'
import {
  decodeLegacyTallyParams,
  decodeParamsAnswer,
  decodeParamsRecord,
  decodeProposal,
  decodeProposalsPage,
  LEGACY_TALLY,
  openProposalsRequest,
  PARAMS,
  paramsRequest,
  PROPOSALS,
  type ReadProposal,
} from './gov.decode.ts'
import { ABOVE_QUEUE, belowEntry, GOV_PARAMS_KEY, proposalKey, queuedId, queueEntry } from './store-keys.ts'

/** No chain has as many in voting period; more are an attempt to keep us busy. */
const MOST_OPEN = 200
/** Of those that one host lists; more are an attempt to keep another one busy, or found one by one. */
const MOST_HINTS = 50
/** Of fifty each; where a node gives less on a page. */
const MOST_PAGES = 20

type Found = OpenProposals | 'NO_MODULE' | null

/**
 * All proposals in voting period. What one host lists says what to ask another one for in one batch; what is proven does
 * not depend on it. A list that differs has lied, unless whoever proved it lists the same.
 */
export async function readOpenProposals(pool: AssurancePool, assurance: Assurance, at: At): Promise<Found> {
  const listed = isProvable(at)
    ? await orNull(pool.use((node) => hostList(node, at.height)).catch(unknownModule))
    : null
  const others = listed === null ? [] : [listed.host]
  const proven = await assurance.prove(at, (store) => provenList(store, listed?.items ?? []), others)
  if (proven === 'REFUTED') return null
  if (proven === null) return compared(assurance, at)
  const { proposals, params, node } = proven.value
  if (listed !== null && listed.host !== proven.host)
    await blameList(pool, { listed, node, height: at.height, proposals })
  const source = { assurance: 'PROVEN' as const, host: proven.host }
  return { height: at.height, proposals, source, params: { value: params, source } }
}

const isProvable = ({ newest, height }: At) =>
  newest?.assurance === 'PROVEN' && newest.header.height === height + 1

interface HostList {
  host: string
  items: readonly ReadProposal[]
}

async function hostList(node: NodeClient, height: number): Promise<HostList> {
  const items: ReadProposal[] = []
  let key = new Uint8Array()
  for (let page = 0; page < MOST_PAGES && items.length <= MOST_OPEN; page++) {
    const value = await oneAnswer(node, height, { path: PROPOSALS, request: openProposalsRequest(key) })
    const read = decodeAs(sourceOf(node, PROPOSALS), () => decodeProposalsPage(value))
    items.push(...read.items.filter(({ proposal }) => proposal.status === 'VOTING_PERIOD'))
    if (read.nextKey.length === 0) return { host: node.host, items }
    key = new Uint8Array(read.nextKey)
  }
  const reason = `more than ${MOST_OPEN} proposals, or ${MOST_PAGES} pages`
  throw new ChainReadError({ kind: 'schema', ...sourceOf(node, PROPOSALS), reason })
}

/** The answer to one question. @throws ChainReadError */
export async function oneAnswer(
  node: NodeClient,
  height: number,
  query: { path: string; request: Uint8Array },
): Promise<Uint8Array> {
  const [answer] = await node.moduleAnswers([query], height)
  if (answer?.ok === true) return answer.value
  throw (
    answer?.error ??
    new ChainReadError({ kind: 'schema', ...sourceOf(node, query.path), reason: 'no response' })
  )
}

export const sourceOf = ({ host }: NodeClient, path: string) => ({ host, method: `abci_query ${path}` })

interface ProvenList {
  proposals: Proposal[]
  params: GovernanceParams
  node: NodeClient
}

async function provenList(store: ProvenStore, hints: readonly ReadProposal[]): Promise<ProvenList> {
  const likely = hints
    .slice(0, MOST_HINTS)
    .flatMap(({ proposal: { id }, votingEndNs }) =>
      votingEndNs === null ? [] : [belowEntry(queueEntry(id, votingEndNs)), proposalKey(id)],
    )
  await store.fetch([ABOVE_QUEUE, GOV_PARAMS_KEY, ...likely])
  const proposals: Proposal[] = []
  for (const id of await queue(store)) {
    const record = await store.value(proposalKey(id))
    const read = record === null ? null : store.decode(() => decodeProposal(record))
    if (read?.proposal.status === 'VOTING_PERIOD') proposals.push(read.proposal)
  }
  const params = await provenParams(store)
  return { proposals: inOrder(proposals), params, node: store.node }
}

/** From the last entry down to the first: what lies between two that are neighbors is nothing. */
async function queue(store: ProvenStore): Promise<number[]> {
  const ids: number[] = []
  let { below: entry } = await store.gap(ABOVE_QUEUE)
  for (;;) {
    const key = entry
    const id = key === null ? null : store.decode(() => queuedId(key))
    if (key === null || id === null) return ids
    if (ids.length === MOST_OPEN) {
      const reason = `more than ${MOST_OPEN} proposals in voting period`
      throw new ChainReadError({ kind: 'schema', ...sourceOf(store.node, '/store/gov/key'), reason })
    }
    ids.push(id)
    entry = (await store.gap(belowEntry(key))).below
  }
}

/** Proven not to be there: an SDK that keeps them in x/params. */
async function provenParams(store: ProvenStore): Promise<GovernanceParams> {
  const record = await store.value(GOV_PARAMS_KEY)
  if (record !== null) return store.decode(() => decodeParamsRecord(record))
  const legacy = await store.value(legacyParamKey(LEGACY_TALLY))
  return store.decode(() => decodeLegacyTallyParams(legacy ?? new Uint8Array()))
}

const inOrder = (proposals: readonly Proposal[]) => [...proposals].sort((one, other) => one.id - other.id)

interface Listed {
  listed: HostList
  /** Who proved what there is. */
  node: NodeClient
  height: number
  proposals: readonly Proposal[]
}

async function blameList(pool: AssurancePool, { listed, node, height, proposals }: Listed): Promise<void> {
  const textOfList = ({ items }: HostList) => textOf(inOrder(items.map(({ proposal }) => proposal)))
  const proven = textOf(proposals)
  if (textOfList(listed) === proven) return
  const own = await orNull(hostList(node, height).catch(unknownModule))
  if (own === null || textOfList(own) !== proven) return
  const ids = (all: readonly Proposal[]) => all.map(({ id }) => id).join(', ') || 'none'
  const reason =
    `height ${height}: it lists the proposals ${ids(listed.items.map(({ proposal }) => proposal))} in voting period ` +
    `otherwise than ${node.host} proves them: ${ids(proposals)}`
  pool.blame(listed.host, reason)
}

/** Of one host that is no definite answer: it may lie. */
function unknownModule(error: unknown): null {
  if (error instanceof ChainReadError) return null
  throw error
}

async function compared(assurance: Assurance, { height }: At): Promise<Found> {
  const lists = await assurance.compare('proposals', async (node) => {
    const { items } = await hostList(node, height)
    return new Map([['', inOrder(items.map(({ proposal }) => proposal))]])
  })
  const list = lists.known.get('')
  if (list === undefined) return lists.hasNoModule ? 'NO_MODULE' : null
  const { known } = await assurance.compare('params', async (node) => {
    const value = await oneAnswer(node, height, { path: PARAMS, request: paramsRequest() })
    return new Map([['', decodeAs(sourceOf(node, PARAMS), () => decodeParamsAnswer(value))]])
  })
  return { height, proposals: list.value, source: list.source, params: known.get('') ?? null }
}
