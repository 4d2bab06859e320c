import {
  type BridgeReport,
  plausibleHeight,
  plausibleSeconds,
  plausibleText,
} from '@roundsman/bridges/bridge-push'
import * as z from 'zod/mini'

/** What a store has of one bridge. Whose it is, is a label that the gate before the store has set; all else is unproven. */
export interface StoredReport extends BridgeReport {
  tokenId: number
  namespace: string | null
  kind: string | null
  peerId: string | null
  /** Time of its newest height by the sample itself, Unix ms. */
  at: number
}

export interface StoreAnswer {
  /** False where the store says that it could not ask all its parts. */
  isWhole: boolean
  bridges: StoredReport[]
  /** Newest sample of each heartbeat of the last hour, Unix ms. */
  heartbeats: number[]
}

/** A bridge has five; more of one token are those of somebody who would drown the others, and none of them is read. */
const mostOfToken = 200
const heights = 'hdr_store_head_height_gauge|hdr_sync_subjective_head_gauge'
const starts = 'node_start_ts|process_start_time_seconds'
const versions = 'build_info'
const read = [heights, starts, versions].join('|')
/** As the Collector and Prometheus name a resource, and as VictoriaMetrics does. */
const resource = 'roundsman_token, job, instance, service_namespace, service_name, service_instance_id'

/**
 * One instant query for all bridges of a network: height, version, start and time of the newest height of each. PromQL
 * that Prometheus and VictoriaMetrics read alike. The names of metrics are dropped by it, so a label says what is what.
 */
export function storeQuery(networkId: number): string {
  const own = `roundsman_network="${networkId}",roundsman_token!=""`
  const named = (names: string) => `{__name__=~"${names}",${own}}`
  const marked = (expression: string, what: Part) =>
    `label_replace(${expression}, "roundsman_is", "${what}", "", "")`
  const times = heights.split('|').map((name) => `timestamp(${name}{${own}})`)
  const parts = [
    marked(`max by (${resource}) (${named(heights)})`, 'height'),
    marked(`max by (${resource}) (${times.join(' or ')})`, 'at'),
    marked(`max by (${resource}) (${named(starts)})`, 'start'),
    marked(`max by (${resource}, semantic_version) (${versions}{${own}})`, 'version'),
  ]
  const bounded = `and on (roundsman_token) (count by (roundsman_token) (${named(read)}) <= ${mostOfToken})`
  // A bridge cannot write one: whatever comes with a token has the label of one.
  const heartbeat = 'timestamp(up{job="roundsman_heartbeat",roundsman_token=""})[1h:10s]'
  return `(${parts.join(' or ')}) ${bounded} or ${marked(`max_over_time(${heartbeat})`, 'heartbeat')}`
}

type Part = 'height' | 'at' | 'start' | 'version' | 'heartbeat'

const Answer = z.object({
  status: z.literal('success'),
  isPartial: z.optional(z.boolean()),
  warnings: z.optional(z.nullable(z.array(z.unknown()))),
  data: z.object({
    resultType: z.literal('vector'),
    result: z.array(
      z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) }),
    ),
  }),
})

/** What a store answers to that query; null: something else. Bridges without a time are left out. */
export function readStoreAnswer(text: string): StoreAnswer | null {
  const parsed = Answer.safeParse(jsonOf(text))
  if (!parsed.success) return null
  const { isPartial, warnings, data } = parsed.data
  const found = new Map<string, Omit<StoredReport, 'at'> & { at: number | null }>()
  const heartbeats: number[] = []
  for (const { metric, value } of data.result) {
    const number = Number(value[1])
    if (metric['roundsman_is'] === 'heartbeat') {
      const at = unixMs(number)
      if (at !== null) heartbeats.push(at)
      continue
    }
    const tokenId = Number(metric['roundsman_token'])
    if (!Number.isInteger(tokenId) || tokenId < 1 || tokenId > 2 ** 31 - 1) continue
    const names = namesOf(metric)
    const key = JSON.stringify([tokenId, ...Object.values(names)])
    const known = found.get(key) ?? {
      tokenId,
      ...names,
      height: null,
      version: null,
      startedAt: null,
      at: null,
    }
    found.set(key, withFigure(known, metric, number))
  }
  return {
    isWhole: isPartial !== true && (warnings ?? []).length === 0,
    bridges: [...found.values()].flatMap((one) => (one.at === null ? [] : [{ ...one, at: one.at }])),
    heartbeats,
  }
}

type Labels = Readonly<Record<string, string>>

function namesOf(labels: Labels): Pick<StoredReport, 'namespace' | 'kind' | 'peerId'> {
  const { job, instance } = labels
  const [namespace, kind] = job === undefined ? [] : job.split('/')
  return {
    namespace: labels['service_namespace'] ?? namespace ?? null,
    kind: labels['service_name'] ?? kind ?? null,
    peerId: labels['service_instance_id'] ?? instance ?? null,
  }
}

function withFigure<R extends Omit<StoredReport, 'at'> & { at: number | null }>(
  report: R,
  labels: Labels,
  value: number,
): R {
  switch (labels['roundsman_is']) {
    case 'height':
      return { ...report, height: plausibleHeight(value) }
    case 'at':
      return { ...report, at: unixMs(value) }
    case 'start':
      return { ...report, startedAt: plausibleSeconds(value) }
    case 'version':
      return { ...report, version: newer(report.version, plausibleText(labels['semantic_version'])) }
    default:
      return report
  }
}

/** For five minutes after an upgrade both are there. */
function newer(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one.localeCompare(other, 'en', { numeric: true }) >= 0 ? one : other
}

function unixMs(seconds: number): number | null {
  return plausibleSeconds(seconds) === null ? null : Math.round(seconds * 1000)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
