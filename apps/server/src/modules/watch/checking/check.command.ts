import { walk } from '@roundsman/cometbft/block-walk'
import type { Assurance, EndpointView } from '@roundsman/cometbft/domain'
import { parseEndpointAddress } from '@roundsman/cometbft/endpoint-address'
import { createEndpointChecks, type EndpointChecksDeps } from '@roundsman/cometbft/endpoint-checks'
import { createEndpointPool, type EndpointPool } from '@roundsman/cometbft/endpoint-pool'
import { ChainReadError } from '@roundsman/cometbft/errors'
import type { CheckSignature } from '@roundsman/cometbft/proof/signature'
import type { Trusted } from '@roundsman/cometbft/proof/trusted'
import { createSetCache } from '@roundsman/cometbft/proven-sets'
import { type ChainTrust, type ChainTrustDeps, createChainTrust } from '@roundsman/cometbft/walk-request'
import type { Database } from '../../../platform/db/database.ts'
import type { AdminCommand, AdminTerminal } from '../../../platform/process/module.ts'
import type { CatalogueNetwork, Networks } from '../../networks/networks.public.ts'
import { readNetwork } from '../model/model.store.ts'

/**
 * `check`: asks every endpoint of the catalogue who it is, how high, how far back. The code is 0 where each network
 * that has endpoints has a usable one, else 1, so that a script can ask before it starts the server.
 */
export function checkCommand(
  db: Database,
  networks: Pick<Networks, 'all'>,
  outside: Outside,
  checkMore: CheckMore,
): AdminCommand {
  return {
    name: 'check',
    async run(_args, terminal) {
      const ask = async (network: CatalogueNetwork) => {
        // The chain that is followed counts before the catalogue's, as it does for the follower.
        const known = (await readNetwork(db.orm, network.blockchain_id))?.chainId ?? network.chain_id
        const asked = { urls: network.rpc, chainId: known, given: network.trusted ?? null }
        return { network, ...(await checkNetwork(outside, asked)) }
      }
      const without: string[] = []
      // All at once, reported in the catalogue's order as soon as each is there.
      for (const asked of networks.all().map(ask)) {
        const { network, chainId, endpoints, trust, problem } = await asked
        const usable = endpoints.filter(({ state }) => state === 'OK').length
        const title = `${network.name} (${network.blockchain_id})`
        if (endpoints.length === 0) {
          terminal.print(`${title}: not followed, no endpoint in the catalogue`)
          continue
        }
        if (usable === 0) without.push(network.name)
        terminal.print(`${title}: ${chainId ?? 'chain unknown'}, ${usable} of ${endpoints.length} usable`)
        for (const [index, endpoint] of endpoints.entries())
          terminal.print(`  ${index + 1}. ${endpointLine(endpoint, chainId)}`)
        if (usable > 0) terminal.print(`  ${trustLine({ trust, problem })}`)
      }
      const isMoreWell = await checkMore(terminal)
      if (without.length > 0) terminal.complain(`No usable endpoint: ${without.join(', ')}`)
      return without.length === 0 && isMoreWell ? 0 : 1
    },
  }
}

/** Prints what else is read from elsewhere; false: something of it does not answer as it should. */
export type CheckMore = (terminal: AdminTerminal) => Promise<boolean>

/** The way to the endpoints, and how their signatures are checked. */
interface Outside {
  clock: EndpointChecksDeps['clock'] & Pick<EndpointChecksDeps, 'timeoutSignal'>
  fetch: EndpointChecksDeps['fetch']
  random: () => number
  check: CheckSignature
}

/** How far what the endpoints report can be proven. */
interface TrustReport {
  assurance: Assurance
  /** Where proofs begin, and how that block came to be trusted; null where nothing can be proven. */
  from: Pick<Trusted, 'height' | 'origin'> | null
}

interface NetworkReport {
  /** The chain that an endpoint has to be on; null where neither is known nor any endpoint said. */
  chainId: string | null
  /** In the order of the catalogue. */
  endpoints: readonly EndpointReport[]
  /** null: no endpoint reported a block that can be believed; `problem` says why. */
  trust: TrustReport | null
  problem: string | null
}

interface NetworkToCheck {
  urls: readonly string[]
  chainId: string | null
  /** The block that the operator vouches for. */
  given: ChainTrust['given']
}

/**
 * Asks every endpoint of a network once, all at a time, and judges each as the follower would: the same deadline, the
 * same proof of the claimed height, the same comparison with the others. Keeps nothing and never rejects.
 */
async function checkNetwork(
  { clock, fetch, random, check }: Outside,
  { urls, chainId, given }: NetworkToCheck,
): Promise<NetworkReport> {
  const deps = { urls, chainId, clock, fetch, random, timeoutSignal: (ms: number) => clock.timeoutSignal(ms) }
  const checks = createEndpointChecks(deps)
  await checks.round(
    urls.map((_url, index) => index),
    true,
  )
  // Who is behind, or lies, shows only beside a block that is believed.
  const { trust, problem } = await tryTrust(createEndpointPool(deps, checks), { clock, check, given })
  const report = async (url: string, index: number): Promise<EndpointReport> => {
    const record = checks.records[index]
    if (record === undefined) throw new RangeError(`no endpoint ${index}`)
    const { host, state, status, latencyMs, lastError } = record
    if (status === null) return { host, state, answer: null, error: lastError }
    // What another network keeps is of no interest, and asking it would only be refused.
    const earliest = state === 'WRONG_NETWORK' ? null : status.earliestHeight
    return {
      host,
      state,
      error: lastError,
      answer: {
        chainId: parseEndpointAddress(url).redact(status.chainId),
        height: status.latestHeight,
        blockAgeMs: clock.now() - status.latestBlockTime,
        catchingUp: status.catchingUp,
        earliestHeight: status.earliestHeight,
        keptMs:
          earliest === null
            ? null
            : await timeOf(index, earliest).then((at) => spanTo(status.latestBlockTime, at)),
        latencyMs,
      },
    }
  }
  /** null: it does not show that block, nor one a little later (nodes drop blocks while they are asked). */
  const timeOf = async (index: number, height: number): Promise<number | null> => {
    const results = await checks
      .node(index, true)
      .commits(height, height + 9)
      .catch(() => [])
    return results.flatMap((result) => (result.ok ? [result.commit.header.time] : []))[0] ?? null
  }
  const endpoints = await Promise.all(urls.map(report))
  return { chainId: checks.chainId(), endpoints, trust, problem }
}

async function tryTrust(
  pool: EndpointPool,
  deps: ChainTrustDeps,
): Promise<Pick<NetworkReport, 'trust' | 'problem'>> {
  const request = {
    pool,
    sets: createSetCache(),
    trust: createChainTrust(deps),
    limit: 1,
    previousHash: null,
  }
  try {
    const { trusted } = await walk({ ...request, trusted: null, from: null, back: 0 })
    // Then the newest block that anybody claims.
    const from = Math.max(trusted?.height ?? 1, (pool.claim()?.height ?? 0) - 1)
    const { newest } = await walk({ ...request, trusted, from })
    return { trust: newest === null ? null : { assurance: newest.assurance, from: trusted }, problem: null }
  } catch (error) {
    if (!(error instanceof ChainReadError)) throw error
    return { trust: null, problem: error.message }
  }
}

function spanTo(newest: number, at: number | null): number | null {
  return at === null ? null : Math.max(0, newest - at)
}

/** What one endpoint said when it was asked. Its address is not in here: it may hold a key. */
interface EndpointReport {
  host: string
  state: EndpointView['state']
  /** null: it did not answer, or with something else. */
  answer: {
    chainId: string
    height: number
    /** Age of its newest block by our clock, ms; below zero where that block is from the future. */
    blockAgeMs: number
    catchingUp: boolean
    /** The lowest height that it says to keep; null: it does not say. */
    earliestHeight: number | null
    /** Time from that block to the newest; null: it did not show that block. */
    keptMs: number | null
    latencyMs: number | null
  } | null
  /** Why it is not used, or what went wrong. */
  error: string | null
}

/** One line about one endpoint for whoever typed `check`. */
function endpointLine({ host, state, answer, error }: EndpointReport, expected: string | null): string {
  const verdict = state === 'OK' ? 'usable' : `NOT USABLE (${state})`
  // Errors begin with the host, which stands in front already.
  const reason = error === null ? [] : [error.startsWith(`${host} `) ? error.slice(host.length + 1) : error]
  if (answer === null) return `${host}: ${[verdict, ...reason].join(', ')}`
  const right = expected === null || answer.chainId === expected
  const facts = [
    verdict,
    `chain id ${answer.chainId}${right ? '' : `, expected ${expected}`}`,
    `height ${answer.height}`,
    `newest block ${answer.blockAgeMs < 0 ? `${span(-answer.blockAgeMs)} in the future` : `${span(answer.blockAgeMs)} old`}`,
    ...(answer.catchingUp ? ['catching up'] : []),
    kept(answer),
    ...(answer.latencyMs === null ? [] : [`answered in ${Math.round(answer.latencyMs)} ms`]),
  ]
  return `${host}: ${[...facts, ...reason].join(', ')}`
}

function kept({ height, earliestHeight, keptMs }: NonNullable<EndpointReport['answer']>): string {
  if (earliestHeight === null) return 'does not report how far back it goes'
  const blocks = Math.max(0, height - earliestHeight + 1)
  const time = keptMs === null ? 'age unknown' : span(keptMs)
  return `back to height ${earliestHeight} (${blocks} blocks, ${time})`
}

/** Two units at most, the larger ones that there are: `3 d 4 h`, `12 s`. */
function span(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return '0 s'
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

/** One line about how far the blocks of a network can be proven, for whoever typed `check`. */
export function trustLine({ trust, problem }: Pick<NetworkReport, 'trust' | 'problem'>): string {
  if (trust === null) return `blocks: none can be trusted${problem === null ? '' : ` (${problem})`}`
  const { assurance, from } = trust
  if (from === null) return `blocks: cannot be proven, ${assurance === 'AGREED' ? agreed : single}`
  return `blocks: proven from height ${from.height}, ${origins[from.origin]}`
}

const agreed = 'two endpoints agree'
const single = 'reported by one endpoint only'

const origins: Readonly<Record<NonNullable<TrustReport['from']>['origin'], string>> = {
  GIVEN: 'the trusted block in the catalogue',
  AGREED: 'on which two endpoints agree',
  FIRST_SEEN: 'first seen at one endpoint, not anchored',
}
