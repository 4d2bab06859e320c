import { tokenHash } from '../../platform/secrets.ts'
import { pushesOf } from '@roundsman/bridges/bridge-push'
import {
  MalformedOtlp,
  type OtlpType,
  otlpTypes,
  readOtlpRequest,
  type RpcCode,
  rpcCodes,
  TooManyParts,
  writeOtlpAnswer,
  writeOtlpError,
} from '@roundsman/bridges/otlp'
import type { NetworkAccess } from '@roundsman/contract/abilities'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { ProblemError, tooManyRequests } from '../../platform/http/problem-error.ts'
import { tokenByHash } from './bridge-token.store.ts'
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

/** A token that may push, as far as anybody knows before it is stored. */
export interface Admitted {
  tokenId: number
  networkId: number
}

interface Admission {
  /** @throws ProblemError 401 without a token that is one, 429 where it pushes too often */
  admit(request: FastifyRequest): Promise<void>
  admitted(request: FastifyRequest): Admitted
  /** What is remembered of a token that turned out to be gone. */
  forget(request: FastifyRequest): void
}

/** Twice what is promised: 5 pushes a second, and 20 at once. */
const [perSecond, atOnce] = [10, 40]
/** A token is looked up again after this; whether it is still there is certain only where it is stored. */
const rememberMs = 60_000
const mostRemembered = 50_000

interface Remembered extends Admitted {
  hash: string
  until: number
  /** Pushes that it may make at `at`. */
  left: number
  at: number
}

export interface AdmissionDeps {
  db: Database
  clock: Pick<Clock, 'monotonic'>
  /** null: the catalogue has no such network, or it has no bridges. */
  accessOf(networkId: number): NetworkAccess | null
}

/** Who may push, decided before the body is read. */
export function createAdmission(deps: AdmissionDeps): Admission {
  const remembered = new Map<string, Remembered>()
  const requests = new WeakMap<FastifyRequest, Remembered>()

  async function lookUp(hash: string): Promise<Remembered> {
    const known = remembered.get(hash)
    if (known && known.until > deps.clock.monotonic()) return known
    const found = await tokenByHash(deps.db.orm, hash, deps.accessOf)
    if (!found) {
      remembered.delete(hash)
      throw new ProblemError('not_authenticated')
    }
    const now = deps.clock.monotonic()
    // Of those that come before it is known, all are counted together.
    const counted = remembered.get(hash) ?? { ...found, hash, until: 0, left: atOnce, at: now }
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(hash, counted)
    counted.until = now + rememberMs
    return counted
  }

  return {
    async admit(request) {
      const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization?.trim() ?? '')?.[1]
      if (token === undefined) throw new ProblemError('not_authenticated')
      const known = await lookUp(tokenHash(token).toString('hex'))
      const now = deps.clock.monotonic()
      known.left = Math.min(atOnce, known.left + ((now - known.at) / 1000) * perSecond)
      known.at = now
      if (known.left < 1) throw tooManyRequests((1 - known.left) / perSecond)
      known.left -= 1
      requests.set(request, known)
    },
    admitted(request) {
      const known = requests.get(request)
      if (!known) throw new ProblemError('not_authenticated')
      return known
    },
    forget(request) {
      const known = requests.get(request)
      if (known) remembered.delete(known.hash)
    },
  }
}
