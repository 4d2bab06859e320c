import { create, type DescMessage, fromJson, type JsonValue, toBinary, toJson } from '@bufbuild/protobuf'
import { isWantedMetric } from './bridge-push.ts'
import { StatusSchema } from './generated/google/rpc/status_pb.ts'
import {
  ExportMetricsServiceRequestSchema,
  ExportMetricsServiceResponseSchema,
} from './generated/opentelemetry/proto/collector/metrics/v1/metrics_service_pb.ts'
import { type MetricsRequest, readMetricsRequest } from './otlp-reader.ts'
import { TooManyParts } from './wire-reader.ts'

/** The two forms of OTLP/HTTP. An answer has the one of its request. */
export const otlpTypes = ['application/x-protobuf', 'application/json'] as const
export type OtlpType = (typeof otlpTypes)[number]

/** The numbers of google.rpc.Code that an intake of metrics answers with. */
export const rpcCodes = {
  invalidArgument: 3,
  permissionDenied: 7,
  resourceExhausted: 8,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const
export type RpcCode = (typeof rpcCodes)[keyof typeof rpcCodes]

/** A request that cannot be read; the same one cannot be read later either. */
export class MalformedOtlp extends Error {
  override name = 'MalformedOtlp'
}

/**
 * A push has some 1,500, nineteen bytes each. Two bytes can be a message, so the time that reading takes would follow
 * from nothing.
 */
const mostParts = ({ length }: Uint8Array) => 2_000 + length / 8

/**
 * What was pushed, as far as somebody asks for it. Unknown fields are left out, as OTLP demands.
 * @throws MalformedOtlp where it is no such request
 * @throws TooManyParts where it has more messages than anything that bridges push
 */
export function readOtlpRequest(type: OtlpType, bytes: Uint8Array): MetricsRequest {
  try {
    if (type === 'application/json') return readJson(bytes)
    return readMetricsRequest(bytes, mostParts(bytes), isWantedMetric)
  } catch (error) {
    if (error instanceof TooManyParts) throw error
    // Also where it is nested so deep that the stack ends.
    throw new MalformedOtlp('no metrics request of OTLP', { cause: error })
  }
}

const [brace, bracket] = [0x7b, 0x5b]

function readJson(bytes: Uint8Array): MetricsRequest {
  let parts = 0
  for (const byte of bytes) if (byte === brace || byte === bracket) parts += 1
  if (parts > mostParts(bytes)) throw new TooManyParts('too many objects')
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  const value = JSON.parse(text) as JsonValue
  return fromJson(ExportMetricsServiceRequestSchema, value, { ignoreUnknownFields: true })
}

/** What was not taken of a request, and why; nothing rejected and a message is a warning. */
export interface PartialSuccess {
  rejectedDataPoints: number
  message: string
}

/** The answer of a request that was taken; null: all of it, and there is nothing to say. */
export function writeOtlpAnswer(type: OtlpType, partial: PartialSuccess | null): Uint8Array {
  const answer = create(ExportMetricsServiceResponseSchema)
  const partialSuccess = partial && {
    rejectedDataPoints: BigInt(partial.rejectedDataPoints),
    errorMessage: partial.message,
  }
  const whole = partialSuccess ? create(ExportMetricsServiceResponseSchema, { partialSuccess }) : answer
  return write(ExportMetricsServiceResponseSchema, type, whole)
}

/** The body of an error. */
export function writeOtlpError(type: OtlpType, code: RpcCode, message: string): Uint8Array {
  return write(StatusSchema, type, create(StatusSchema, { code, message }))
}

function write<D extends DescMessage>(
  schema: D,
  type: OtlpType,
  message: Parameters<typeof toBinary<D>>[1],
): Uint8Array {
  if (type === 'application/x-protobuf') return toBinary(schema, message)
  return new TextEncoder().encode(JSON.stringify(toJson(schema, message)))
}
