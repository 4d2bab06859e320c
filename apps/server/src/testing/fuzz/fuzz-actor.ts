import type { LightMyRequestResponse } from 'fastify'
import { SoftAuthenticator } from '../../modules/accounts/testing/soft-authenticator.ts'
import type { MadeUp } from './seeded-ids.ts'

/** Good for every account of the run, so that an account can be entered again whatever happened to it. */
export const knownPassword = 'a long enough password'

/** Somebody with a browser: what it keeps, and what was seen in the answers. */
export interface FuzzActor {
  kind: 'guest' | 'member'
  name: string
  email: string
  address: string
  cookies: Map<string, string>
  /** Tokens that were mailed to them, the newest last. */
  mailed: string[]
  /** Codes that went to their phones, the newest last. */
  codes: string[]
  /** What answers named, by the name of the field, the newest last. `id` is under `id of <path>`. */
  seen: Map<string, unknown[]>
  /** Their one passkey. */
  passkey: SoftAuthenticator
  /** The call that they may make next. */
  next: string | null
}

export function createFuzzActor(kind: FuzzActor['kind'], name: string, address: string): FuzzActor {
  const email = `${name}@example.org`
  return {
    kind,
    name,
    email,
    address,
    cookies: new Map(),
    mailed: [],
    codes: [],
    seen: new Map(),
    passkey: new SoftAuthenticator(),
    next: null,
  }
}

export const isSignedIn = (actor: FuzzActor) => actor.cookies.has('sessionid')

const kept = 8

/** What a browser and its owner take from an answer. */
export function takeAnswer(
  actor: FuzzActor,
  path: string,
  answer: { cookies: LightMyRequestResponse['cookies']; body: unknown },
  madeUp: MadeUp,
): void {
  for (const { name, value } of answer.cookies) {
    if (value === '') actor.cookies.delete(name)
    else actor.cookies.set(name, value)
  }
  harvest(actor, path, answer.body)
  const response = JSON.stringify([answer.cookies, answer.body ?? null])
  actor.mailed.push(...madeUp.tokens.filter((token) => !response.includes(token)))
  actor.codes.push(...madeUp.codes)
  actor.mailed.splice(0, actor.mailed.length - kept)
  actor.codes.splice(0, actor.codes.length - kept)
  // A sign-in makes them whoever the account is.
  const email = (answer.body as { email?: unknown } | null)?.email
  if (typeof email === 'string' && answer.cookies.some(({ name }) => name === 'sessionid'))
    actor.email = email
}

function harvest(actor: FuzzActor, path: string, value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > 4) return
  for (const [name, one] of Object.entries(value)) {
    if (typeof one === 'object') {
      // Mutes and entries of one answer are numbered alike.
      harvest(actor, name === 'condition_mutes' ? `${path}${name}` : path, one, depth + 1)
      continue
    }
    const key = name === 'id' ? `id of ${path}` : name
    const values = actor.seen.get(key) ?? []
    if (!values.includes(one)) actor.seen.set(key, [...values, one].slice(-kept))
  }
}
