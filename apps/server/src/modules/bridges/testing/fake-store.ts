/** What a store has of a bridge; times in Unix ms. */
export interface StoredSample {
  token?: number
  peerId?: string
  height?: number | null
  at: number
  startedAt?: number
  versions?: readonly string[]
  /** In place of those that the Collector makes. */
  names?: Readonly<Record<string, string>>
}

/** What a store answers to our query. `more` is beside `status` and `data`. */
export function storeAnswer(
  bridges: readonly StoredSample[],
  heartbeats: readonly number[],
  more: Readonly<Record<string, unknown>> = {},
): string {
  const result = bridges.flatMap((said) => {
    const {
      token = 1,
      peerId = 'ada',
      height = 20,
      at,
      startedAt = 1_790_000_000,
      versions = ['v0.31.4'],
    } = said
    const names = said.names ?? { job: 'simulated/Bridge', instance: peerId }
    const row = (what: string, value: number, labels: Readonly<Record<string, string>> = {}) =>
      sample({ roundsman_is: what, roundsman_token: String(token), ...names, ...labels }, value)
    return [
      ...(height === null ? [] : [row('height', height)]),
      row('at', at / 1000),
      row('start', startedAt),
      ...versions.map((version) => row('version', 1, { semantic_version: version })),
    ]
  })
  const beats = heartbeats.map((at, index) =>
    sample({ roundsman_is: 'heartbeat', job: 'roundsman_heartbeat', instance: `agent ${index}` }, at / 1000),
  )
  const data = { resultType: 'vector', result: [...result, ...beats] }
  return JSON.stringify({ status: 'success', data, ...more })
}

function sample(metric: Readonly<Record<string, string>>, value: number) {
  return { metric, value: [1_790_000_000, String(value)] }
}
