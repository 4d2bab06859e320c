import { parseEndpointAddress } from '@roundsman/cometbft/endpoint-address'
import { createEndpointChecks, type EndpointPoolDeps } from '@roundsman/cometbft/endpoint-checks'
import type { EndpointReport } from './endpoint-line.ts'

export interface CheckNetworkDeps {
  clock: EndpointPoolDeps['clock'] & Pick<EndpointPoolDeps, 'timeoutSignal'>
  fetch: EndpointPoolDeps['fetch']
  random: () => number
}

export interface NetworkReport {
  /** The chain that an endpoint has to be on; null where neither is known nor any endpoint said. */
  chainId: string | null
  /** In the order of the catalogue. */
  endpoints: readonly EndpointReport[]
}

/**
 * Asks every endpoint of a network once, all at a time, and judges each as the follower would: the same deadline, the
 * same proof of the claimed height, the same comparison with the others. Keeps nothing and never rejects.
 */
export async function checkNetwork(
  { clock, fetch, random }: CheckNetworkDeps,
  { urls, chainId }: { urls: readonly string[]; chainId: string | null },
): Promise<NetworkReport> {
  const checks = createEndpointChecks({
    urls,
    chainId,
    clock,
    fetch,
    random,
    timeoutSignal: (ms) => clock.timeoutSignal(ms),
  })
  await checks.round(
    urls.map((_url, index) => index),
    true,
  )
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
  return { chainId: checks.chainId(), endpoints }
}

function spanTo(newest: number, at: number | null): number | null {
  return at === null ? null : Math.max(0, newest - at)
}
