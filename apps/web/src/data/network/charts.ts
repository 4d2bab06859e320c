import {
  chartEndpoints,
  type ChartMetric,
  type ChartRange,
  chartRanges,
} from '@roundsman/contract/networks/charts'
import {
  detailsEndpoints,
  timelineLimit,
  type ValidatorEvent,
} from '@roundsman/contract/networks/validator-details'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../api/api-client.ts'
import { isProblem, ProblemError } from '../api/errors.ts'

interface ChartsQueryWanted {
  blockchainId: number
  /** Ids; none, and nothing is asked. */
  validators: readonly number[]
  metrics: readonly ChartMetric[]
  range: ChartRange
}

/** Points of validators over time. Until others come the ones before them stay: whoever shows them looks at their range. */
export function chartsQuery(
  client: ApiClient,
  { blockchainId, validators, metrics, range }: ChartsQueryWanted,
) {
  return queryOptions({
    queryKey: ['charts', blockchainId, range, metrics, validators],
    queryFn: ({ signal }) =>
      client.callTo(chartEndpoints.charts, {
        query: {
          blockchain_id: blockchainId,
          validator_id: [...validators],
          metric: [...metrics],
          range,
          step: chartRanges[range].step,
        },
        signal,
      }),
    enabled: validators.length > 0,
    placeholderData: (before) => before,
    // Charts that somebody comes back to are as they were for a moment.
    staleTime: 10_000,
    // A store that is down answers so, and its user decides when to ask again.
    retry: (failures, error) => failures < 2 && !(error instanceof ProblemError),
  })
}

/** Validators that are asked about at a time: each is a call. */
const mostAsked = 10

/** A validator that is not in the list, as the server knows it; `isKnown` false: the network never had it. */
export interface FoundValidator {
  id: number
  isKnown: boolean
  moniker: string | null
}

interface MissingValidatorsWanted {
  blockchainId: number
  /** Ids; the first ten of them are asked about. */
  validators: readonly number[]
}

/** Who of these has left the network, and who was never there: the list has neither. */
export function missingValidatorsQuery(
  client: ApiClient,
  { blockchainId, validators }: MissingValidatorsWanted,
) {
  return queryOptions<FoundValidator[]>({
    queryKey: ['missing-validators', blockchainId, validators],
    queryFn: ({ signal }) =>
      Promise.all(
        validators.slice(0, mostAsked).map(async (id) => {
          try {
            const { moniker } = await client.callTo(detailsEndpoints.validatorDetails, {
              params: { blockchainId, validatorId: String(id) },
              query: { blocks: 1 },
              signal,
            })
            return { id, isKnown: true, moniker }
          } catch (error) {
            if (isProblem(error, 'not_found')) return { id, isKnown: false, moniker: null }
            throw error
          }
        }),
      ),
    enabled: validators.length > 0,
    retry: false,
  })
}

export interface TimelineEvent extends ValidatorEvent {
  validatorId: number
}

/** Events of validators, newest first each. */
interface Timelines {
  events: TimelineEvent[]
  /** Somebody had more events than are read: before this (Unix ms) some are missing. Null: none are. */
  cutAt: number | null
}

/** Calls for one validator at most, of as many events each as the server gives at a time. */
const mostPages = 5
/** Events of one validator that are read at most. */
export const mostEvents = mostPages * timelineLimit.most

interface TimelinesQueryWanted {
  blockchainId: number
  /** Ids; each is a call of its own. */
  validators: readonly number[]
  /** Another one whenever something happened to them: then they are asked for again. */
  state: string
  /** How far back. */
  seconds: number
  /** The server's time, Unix ms. */
  now: () => number
}

/** The events of these validators in the last seconds, and as many older ones as came with them. */
export function timelinesQuery(
  client: ApiClient,
  { blockchainId, validators, state, seconds, now }: TimelinesQueryWanted,
) {
  return queryOptions<Timelines>({
    queryKey: ['timelines', blockchainId, validators, state, seconds],
    async queryFn({ signal }) {
      const since = now() - seconds * 1_000
      const all = await Promise.all(
        validators.map((validatorId) => timelineSince(client, { blockchainId, validatorId, since }, signal)),
      )
      const cuts = all.flatMap(({ cutAt }) => (cutAt === null ? [] : [cutAt]))
      return {
        events: all.flatMap(({ events }) => events),
        cutAt: cuts.length === 0 ? null : Math.max(...cuts),
      }
    },
    enabled: validators.length > 0,
    placeholderData: (before) => before,
    staleTime: 60_000,
    retry: false,
  })
}

/** Page by page, as the server has no filter of kinds, until one ends before `since`. */
async function timelineSince(
  client: ApiClient,
  { blockchainId, validatorId, since }: { blockchainId: number; validatorId: number; since: number },
  signal: AbortSignal,
): Promise<Timelines> {
  const events: TimelineEvent[] = []
  for (let page = 0; page < mostPages; page += 1) {
    const before = events.at(-1)?.id
    const { timeline } = await client.callTo(detailsEndpoints.validatorTimeline, {
      params: { blockchainId, validatorId: String(validatorId) },
      query: { limit: timelineLimit.most, ...(before === undefined ? {} : { before }) },
      signal,
    })
    events.push(...timeline.map((event) => ({ ...event, validatorId })))
    const oldest = timeline.at(-1)
    const isAll = timeline.length < timelineLimit.most
    if (isAll || oldest === undefined || Date.parse(oldest.at) < since) return { events, cutAt: null }
  }
  return { events, cutAt: Date.parse(events.at(-1)?.at ?? '') }
}
