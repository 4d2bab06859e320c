import { walk } from '@roundsman/cometbft/block-walk'
import { type ChainTrust, type ChainTrustDeps, createChainTrust } from '@roundsman/cometbft/walk-request'
import type { Assurance } from '@roundsman/cometbft/domain'
import { parseEndpointAddress } from '@roundsman/cometbft/endpoint-address'
import { createEndpointChecks, type EndpointPoolDeps } from '@roundsman/cometbft/endpoint-checks'
import { createEndpointPool, type EndpointPool } from '@roundsman/cometbft/endpoint-pool'
import { ChainReadError } from '@roundsman/cometbft/errors'
import type { CheckSignature } from '@roundsman/cometbft/proof/signature'
import type { Trusted } from '@roundsman/cometbft/proof/trusted'
import { createSetCache } from '@roundsman/cometbft/proven-sets'
import type { EndpointReport } from './endpoint-line.ts'

export interface CheckNetworkDeps {
  clock: EndpointPoolDeps['clock'] & Pick<EndpointPoolDeps, 'timeoutSignal'>
  fetch: EndpointPoolDeps['fetch']
  random: () => number
  check: CheckSignature
}

/** How far what the endpoints tell can be proven. */
export interface TrustReport {
  assurance: Assurance
  /** Where proofs begin, and how that block came to be trusted; null where nothing can be proven. */
  from: Pick<Trusted, 'height' | 'origin'> | null
}

export interface NetworkReport {
  /** The chain that an endpoint has to be on; null where neither is known nor any endpoint said. */
  chainId: string | null
  /** In the order of the catalogue. */
  endpoints: readonly EndpointReport[]
  /** null: no endpoint told a block that can be believed; `problem` says why. */
  trust: TrustReport | null
  problem: string | null
}

export interface NetworkToCheck {
  urls: readonly string[]
  chainId: string | null
  /** The block that the operator vouches for. */
  given: ChainTrust['given']
}

/**
 * Asks every endpoint of a network once, all at a time, and judges each as the follower would: the same deadline, the
 * same proof of the claimed height, the same comparison with the others. Keeps nothing and never rejects.
 */
export async function checkNetwork(
  { clock, fetch, random, check }: CheckNetworkDeps,
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
