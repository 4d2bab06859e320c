import * as z from 'zod/mini'
import { type Endpoint, Id, Nothing, optional, repeated } from '../endpoint.ts'
import { Time } from './validators.ts'

/** What a chart may show of validators: uptime and commission as fractions 0…1, consensus power as a number. */
export const chartMetrics = [
  'cosmos_validator_uptime',
  'cosmos_validator_voting_power',
  'cosmos_validator_commission_rate',
] as const
export type ChartMetric = (typeof chartMetrics)[number]

/** Each range with the one step that it is drawn in, and both in seconds. */
export const chartRanges = {
  h1: { step: '25s', seconds: 3_600, stepSeconds: 25 },
  '24h': { step: '10m', seconds: 86_400, stepSeconds: 600 },
  '7d': { step: '1h', seconds: 604_800, stepSeconds: 3_600 },
  '30d': { step: '4h', seconds: 2_592_000, stepSeconds: 14_400 },
} as const
const chartRangeNames = ['h1', '24h', '7d', '30d'] as const
export type ChartRange = (typeof chartRangeNames)[number]
const chartSteps = ['25s', '10m', '1h', '4h'] as const

/** Validators of one chart, at most. */
export const chartValidators = 100

export const ChartsQuery = z
  .object({
    blockchain_id: Id,
    validator_id: repeated(Id, chartValidators).check(z.minLength(1)),
    metric: repeated(z.enum(chartMetrics), chartMetrics.length).check(z.minLength(1)),
    range: z.enum(chartRangeNames),
    step: z.enum(chartSteps),
  })
  .check(z.refine(({ range, step }) => chartRanges[range].step === step, { path: ['step'] }))
export type ChartsQuery = z.infer<typeof ChartsQuery>

/** First second of a bucket, Unix, and what it holds; null: nothing was recorded in it. */
const ChartPoint = z.tuple([z.int(), z.nullable(z.number())])
type ChartPoint = z.infer<typeof ChartPoint>

const ChartSeries = z.object({
  validator_id: z.int(),
  moniker: z.nullable(z.string()),
  points: z.array(ChartPoint),
})
type ChartSeries = z.infer<typeof ChartSeries>

/** Points on every multiple of the step in (`from`, `to`]; of each metric asked for, the validators as asked for. */
export const Charts = z.object({
  blockchain_id: z.int(),
  range: z.enum(chartRangeNames),
  step: z.enum(chartSteps),
  from: Time,
  /** First second of the newest bucket, which is provisional: it is not over yet. */
  to: Time,
  /** Points before it come from a file that was imported, and were checked by nobody here; left out: none of them do. */
  imported_until: optional(Time),
  metrics: z.partialRecord(z.enum(chartMetrics), z.array(ChartSeries)),
})
export type Charts = z.infer<typeof Charts>

export const chartEndpoints = {
  charts: {
    method: 'GET',
    path: '/api/blockchains/charts/',
    access: 'network',
    yields: true,
    params: Nothing,
    query: ChartsQuery,
    body: null,
    responses: { 200: Charts },
    errors: [401, 403, 404],
    produces: 'json',
  },
} as const satisfies Record<string, Endpoint>
