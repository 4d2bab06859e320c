import * as z from 'zod'

const Answer = z.object({
  status: z.literal('success'),
  /** VictoriaMetrics: one of its nodes did not answer. */
  isPartial: z.optional(z.literal(false)),
  data: z.object({
    resultType: z.literal('matrix'),
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.number(), z.string()])),
      }),
    ),
  }),
})

export interface QueriedSeries {
  labels: Readonly<Record<string, string>>
  /** Unix seconds and what it was then. */
  values: readonly (readonly [at: number, value: number])[]
}

/** The answer to a `query_range`; null where it is none, or not the whole one. */
export function decodeQueryRange(text: string): QueriedSeries[] | null {
  const answer = Answer.safeParse(jsonOf(text))
  if (!answer.success) return null
  const series = answer.data.data.result.map(({ metric, values }) => ({
    labels: metric,
    values: values.map(([at, value]) => [at, numberOf(value)] as const),
  }))
  return series.some(({ values }) => values.some(([, value]) => !Number.isFinite(value))) ? null : series
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** NaN for what is no number, an empty text among them. */
function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
