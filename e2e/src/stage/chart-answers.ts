import { type ChartRange, chartRanges } from '@roundsman/contract/networks/charts'
import { listOf, stageTime } from './answers.ts'

/** What some validators of the stage went through, by id: misses, jailed, a higher commission; the others sign. */
const missing = 13
const jailed = 18
const raised = 2

/** When nothing was recorded, as shares of the range. */
const unwatched = { from: 0.44, to: 0.47 }

/**
 * The charts of the stage: always the same, with a validator that misses more and more, one that was jailed, a
 * commission that changed, and a time in which nobody watched.
 *
 * @param now of the newest point
 */
export function chartsOf(
  query: URLSearchParams,
  now: Date = stageTime,
): { status: 200; body: object } | { status: 404 } {
  const range = (query.get('range') ?? '24h') as ChartRange
  const { seconds, stepSeconds, step } = chartRanges[range]
  const to = Math.floor(now.getTime() / 1_000 / stepSeconds) * stepSeconds
  const count = Math.floor(seconds / stepSeconds)
  const rows = new Map(listOf(1, 'live').validators.map((row) => [row.id, row]))
  const ids = query.getAll('validator_id').map(Number)
  if (ids.some((id) => !rows.has(id))) return { status: 404 }
  const points = (id: number, value: (share: number) => number | null) =>
    Array.from({ length: count }, (_, index) => {
      const share = (index + 1) / count
      const at = to - (count - 1 - index) * stepSeconds
      const seen = share < unwatched.from || share > unwatched.to
      return [at, seen && !(id === jailed && share > 0.2) ? value(share) : null]
    })
  const values: Record<string, (id: number, share: number) => number> = {
    cosmos_validator_uptime(id, share) {
      if (id === jailed) return Math.max(0, 0.65 - share * 3.2)
      if (id === missing) return share < 0.72 ? 1 : 1 - (share - 0.72) * 3.2
      return 1 - (id % 7) * 0.0003
    },
    cosmos_validator_voting_power: (id, share) =>
      Math.round(38_420_000 * 0.94 ** (id - 1) * (1 + (share > 0.35 + id * 0.05 ? 0.012 : 0))),
    cosmos_validator_commission_rate: (id, share) =>
      (rows.get(id)?.commission_rate ?? 0.1) + (id === raised && share > 0.49 ? 0.01 : 0),
  }
  const metrics = query.getAll('metric').map((metric) => [
    metric,
    ids.map((id) => ({
      validator_id: id,
      moniker: rows.get(id)?.moniker ?? null,
      points: points(id, (share) => values[metric]?.(id, share) ?? null),
    })),
  ])
  return {
    status: 200,
    body: {
      ...{ blockchain_id: 1, range, step, metrics: Object.fromEntries(metrics) as object },
      from: new Date((to - seconds) * 1_000).toISOString(),
      to: new Date(to * 1_000).toISOString(),
    },
  }
}

/** What happened to a validator of the stage in the last 24 hours: jailed, or a change of its commission. */
export function timelineOf(id: number): object {
  const event = (share: number, what: object) => ({
    ...{ id: 31, height: 9_330_011, before: null, after: null, assurance: 'PROVEN' },
    at: new Date(stageTime.getTime() - (1 - share) * 86_400_000).toISOString(),
    ...what,
  })
  if (id === jailed) return { timeline: [event(0.2, { kind: 'jailed' })] }
  if (id !== raised) return { timeline: [] }
  const change = { kind: 'commission_changed', before: '0.100000000000000000', after: '0.110000000000000000' }
  return { timeline: [event(0.49, { ...change, height: 9_334_904 })] }
}
