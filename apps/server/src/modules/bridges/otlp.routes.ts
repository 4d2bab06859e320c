import { pushesOf } from '@roundsman/bridges/bridge-push'
import {
  MalformedOtlp,
  type OtlpType,
  otlpTypes,
  type RpcCode,
  readOtlpRequest,
  rpcCodes,
  TooManyParts,
  writeOtlpAnswer,
  writeOtlpError,
} from '@roundsman/bridges/otlp'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import type { Admission } from './admission.ts'
import type { Intake } from './intake.ts'

export interface OtlpRoutesDeps {
  admission: Admission
  intake: Intake
}

/** The intake of OTLP/HTTP metrics; whatever it answers, errors too, is in the form that the request has. */
export function addOtlpRoutes(server: HttpServer, { admission, intake }: OtlpRoutesDeps): void {
  server.addMachine(
    'otlpMetrics',
    {
      admit: (request) => admission.admit(request),
      writeProblem: ({ status, detail }, { headers }) => {
        const type = typeOf(headers['content-type']) ?? 'application/json'
        return { type, bytes: writeOtlpError(type, codeOf(status), detail) }
      },
    },
    async ({ body }, { request, reply }) => {
      const type = typeOf(body.type)
      if (type === null) throw new ProblemError('unsupported_media_type')
      const { tokenId, networkId } = admission.admitted(request)
      const taken = await intake.take(networkId, { tokenId, pushes: pushesIn(type, body.bytes) })
      if (taken === undefined) {
        admission.forget(request)
        throw new ProblemError('not_authenticated')
      }
      void reply.header('cache-control', 'no-store').header('content-type', type)
      await reply.send(Buffer.from(writeOtlpAnswer(type, taken)))
      return undefined
    },
  )
}

function pushesIn(type: OtlpType, bytes: Uint8Array): ReturnType<typeof pushesOf> {
  try {
    return pushesOf(readOtlpRequest(type, bytes))
  } catch (error) {
    if (error instanceof TooManyParts) throw new ProblemError('payload_too_large', { cause: error })
    if (error instanceof MalformedOtlp) throw new ProblemError('bad_request', { cause: error })
    throw error
  }
}

function typeOf(contentType: string | undefined): OtlpType | null {
  const name = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  return otlpTypes.find((type) => type === name) ?? null
}

const codes: Readonly<Record<number, RpcCode>> = {
  401: rpcCodes.unauthenticated,
  413: rpcCodes.resourceExhausted,
  429: rpcCodes.resourceExhausted,
  500: rpcCodes.internal,
  503: rpcCodes.unavailable,
}

function codeOf(status: number): RpcCode {
  return codes[status] ?? rpcCodes.invalidArgument
}
