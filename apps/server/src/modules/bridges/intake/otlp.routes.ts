import {
  type OtlpType,
  otlpTypes,
  type RpcCode,
  rpcCodes,
  writeOtlpAnswer,
  writeOtlpError,
} from '@roundsman/bridges/otlp'
import type { NetworkAccess } from '@roundsman/contract/accounts/abilities'
import type { FastifyRequest } from 'fastify'
import { tokenHash } from '../../../platform/config/secrets.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { ProblemError, tooManyRequests } from '../../../platform/http/problem-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type KnownToken, tokenByHash } from '../tokens/bridge-token.store.ts'
import type { Intake } from './intake.ts'
import type { PushReader } from './push-reader.ts'

/** Who may read a network; null: the catalogue has no such network, or it has no bridges. */
type AccessOf = (networkId: number) => NetworkAccess | null

/** The intake of OTLP/HTTP metrics; whatever it answers, errors too, is in the form that the request has. */
export function addOtlpRoutes(
  server: HttpServer,
  platform: Pick<Platform, 'db' | 'clock'>,
  accessOf: AccessOf,
  { reader, intake }: { reader: PushReader; intake: Intake },
): void {
  const admission = createAdmission(platform, accessOf)
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
      const { tokenId, networkId } = admission.weigh(request, body.bytes.length)
      const pushes = await reader.read(type, body.bytes)
      const taken = await intake.take(networkId, { tokenId, pushes })
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

/** How much may come at once and in a second. */
interface Rate {
  atOnce: number
  perSecond: number
}

/** Pushes of a token: twice what is promised, 20 at once and 5 a second. */
const tokenRate: Rate = { atOnce: 40, perSecond: 10 }
/** Bytes, unpacked, of all tokens of a user. Two hundred bridges push 570 kB a second, and 6 MB where they do it at once. */
const userRate: Rate = { atOnce: 16 * 1024 * 1024, perSecond: 2 * 1024 * 1024 }
/** What each push counts for at least: storing it costs something, however small it is. */
const leastBytes = 32 * 1024
/** A token is looked up again after this; whether it is still there is certain only where it is stored. */
const rememberMs = 60_000
const mostRemembered = 50_000

/** A token and its user as they are remembered. */
interface Sender extends KnownToken {
  hash: string
  /** When it is looked up again. */
  until: number
  pushes: Bucket
  userBytes: Bucket
}

/** Who may push, decided before the body is read, and how much. Each process counts for itself. */
function createAdmission({ db, clock }: Pick<Platform, 'db' | 'clock'>, accessOf: AccessOf) {
  const senders = new Map<string, Sender>()
  const users = new Map<number, Bucket>()
  const admitted = new WeakMap<FastifyRequest, Sender>()

  async function lookUp(hash: string): Promise<Sender> {
    const known = senders.get(hash)
    if (known && known.until > clock.monotonic()) return known
    const found = await tokenByHash(db.orm, hash, accessOf)
    if (!found) {
      senders.delete(hash)
      throw new ProblemError('not_authenticated')
    }
    const now = clock.monotonic()
    if (senders.size >= mostRemembered) senders.clear()
    if (users.size >= mostRemembered) users.clear()
    const userBytes = users.get(found.ownerId) ?? createBucket(userRate, now)
    users.set(found.ownerId, userBytes)
    // Of those that come before it is known, all are counted together.
    const pushes = senders.get(hash)?.pushes ?? createBucket(tokenRate, now)
    const sender = { ...found, hash, until: now + rememberMs, pushes, userBytes }
    senders.set(hash, sender)
    return sender
  }

  function senderOf(request: FastifyRequest): Sender {
    const sender = admitted.get(request)
    if (!sender) throw new ProblemError('not_authenticated')
    return sender
  }

  return {
    /** @throws ProblemError 401 without a token that is one, 429 where it or its user pushes too much */
    async admit(request: FastifyRequest): Promise<void> {
      const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization?.trim() ?? '')?.[1]
      if (token === undefined) throw new ProblemError('not_authenticated')
      const sender = await lookUp(tokenHash(token).toString('hex'))
      const now = clock.monotonic()
      // What the one refuses costs nothing of the other.
      const seconds = Math.max(sender.pushes.wait(1, now), sender.userBytes.wait(leastBytes, now))
      if (seconds > 0) throw tooManyRequests(seconds)
      sender.pushes.take(1, now)
      sender.userBytes.take(leastBytes, now)
      admitted.set(request, sender)
    },
    /** Counts what a body has beyond the least. @throws ProblemError 429 where it is too much */
    weigh(request: FastifyRequest, bytes: number): KnownToken {
      const sender = senderOf(request)
      sender.userBytes.take(Math.max(0, bytes - leastBytes), clock.monotonic())
      return sender
    },
    /** What is remembered of a token that turned out to be gone. */
    forget: (request: FastifyRequest) => void senders.delete(senderOf(request).hash),
  }
}

interface Bucket {
  /** For how many seconds less than this is left; 0: it is there. */
  wait(amount: number, now: number): number
  /** @throws ProblemError 429 where there is less left; times are of the monotonic clock */
  take(amount: number, now: number): void
}

/** A full bucket. By hand, since what a push costs is known in two steps, and what is refused shall cost nothing. */
function createBucket({ atOnce, perSecond }: Rate, now: number): Bucket {
  let [left, at] = [atOnce, now]
  function wait(amount: number, time: number): number {
    left = Math.min(atOnce, left + ((time - at) / 1000) * perSecond)
    at = time
    return Math.max(0, (amount - left) / perSecond)
  }
  return {
    wait,
    take(amount, time) {
      const seconds = wait(amount, time)
      if (seconds > 0) throw tooManyRequests(seconds)
      left -= amount
    },
  }
}
