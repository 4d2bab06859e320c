import type { EndpointView } from '@roundsman/cometbft/domain'

/** Two: one may be late, silent or lie. */
const listenedAtOnce = 2

export interface ListenedChoice {
  /** In the order of the catalogue. */
  views: readonly EndpointView[]
  /** Indices that are listened at now. */
  listened: readonly number[]
  /** The endpoint that showed the newest block, most likely the one in use; its announcement needs no waiting. */
  headHost: string
  /** Whether an endpoint is left alone after a failure. */
  rests(index: number): boolean
}

/**
 * Indices of the endpoints to listen at: fit for use, of different hosts. Who is listened at stays, also through a
 * failed request, until it lies, is of another network, or falls behind.
 */
export function chooseListened({ views, listened, headHost, rests }: ListenedChoice): number[] {
  const fit = views.flatMap(({ state, host, latencyMs }, index) => {
    const isListened = listened.includes(index)
    if (rests(index)) return []
    if (state !== 'OK' && !(isListened && state === 'FAILING')) return []
    return [{ index, host, isListened, latencyMs: latencyMs ?? Number.MAX_SAFE_INTEGER }]
  })
  fit.sort(
    (a, b) =>
      Number(b.isListened) - Number(a.isListened) ||
      Number(b.host === headHost) - Number(a.host === headHost) ||
      a.latencyMs - b.latencyMs,
  )
  const hosts = new Set<string>()
  const chosen: number[] = []
  for (const { index, host } of fit) {
    if (chosen.length === listenedAtOnce) break
    if (hosts.has(host)) continue
    hosts.add(host)
    chosen.push(index)
  }
  return chosen
}
