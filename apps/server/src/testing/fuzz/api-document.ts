import type { JsonSchema } from './json-schema.ts'

/** One call of the API as the document describes it. */
export interface Operation {
  /** Its `operationId`. */
  name: string
  method: string
  /** With `{name}` for parameters. */
  path: string
  params: { name: string; schema: JsonSchema }[]
  query: { name: string; schema: JsonSchema }[]
  body: { type: string; schema: JsonSchema } | null
  /** Answers with a stream that does not end. */
  streams: boolean
}

interface DescribedOperation {
  operationId: string
  parameters?: { in: string; name: string; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

/** Reads `GET /api/openapi.json`. */
export function operationsOf(document: string): Operation[] {
  const { paths } = JSON.parse(document) as { paths: Record<string, Record<string, DescribedOperation>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const [body] = Object.entries(described.requestBody?.content ?? {})
      const parameters = described.parameters ?? []
      return {
        name: described.operationId,
        method: method.toUpperCase(),
        path,
        params: parameters.filter((one) => one.in === 'path'),
        query: parameters.filter((one) => one.in === 'query'),
        body: body ? { type: body[0], schema: body[1].schema } : null,
        streams: 'text/event-stream' in (described.responses['200']?.content ?? {}),
      }
    }),
  )
}
