import { systemClock } from '../../platform/clock.ts'
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import type { TestApp } from '../test-app.ts'
import type { Operation } from './api-document.ts'
import { followUps, weights } from './call-mix.data.ts'
import { createFuzzActor, type FuzzActor, isSignedIn, takeAnswer } from './fuzz-actor.ts'
import { createFuzzReport, type FuzzReport } from './fuzz-report.ts'
import { faultOf } from './judge-answer.ts'
import { mutations } from './mutations.data.ts'
import { type PlannedRequest, type Planner, planRequest } from './plan-request.ts'
import type { SeededIds } from './seeded-ids.ts'
import { type FuzzAnswer, sendPlanned } from './send-planned.ts'

/** Sent at once, each by somebody else, so that what each one finds does not depend on the others. */
const atOnce = 16
const members = 32
const guests = 16
/** In real time, on a machine that may have other things to do; whatever takes longer hangs. */
const longestAnswerMs = 60_000
/** Of the clock, between two rounds: limits pass and codes may be asked for again. */
const roundMs = 6_000

interface FuzzRun {
  site: TestApp
  ids: SeededIds
  operations: readonly Operation[]
  planner: Planner
  /** Makes an account with the known password. */
  createAccount(email: string): Promise<void>
}

/** Sends so many requests made from the OpenAPI document and writes down what became of them. */
export async function fuzz(deps: FuzzRun, options: { seed: number; requests: number }): Promise<FuzzReport> {
  const random = createSeededRandom(options.seed)
  const report = createFuzzReport(options.seed, deps.operations)
  const app = deps.site.app.server.fastify
  const byName = new Map(deps.operations.map((one) => [one.name, one]))
  const login = byName.get('login')
  const networks = byName.get('networks')
  const secondStep = byName.get('loginSecondFactor')
  if (!login || !networks || !secondStep) throw new Error('the document has no login or no networks')
  const wheel = deps.operations.flatMap((one) => Array<Operation>(weights[one.name] ?? 10).fill(one))
  let serial = 0
  let sent = 0

  async function newActor(kind: FuzzActor['kind']): Promise<FuzzActor> {
    serial += 1
    const address = `10.${kind === 'guest' ? 1 : 2}.${(serial >> 8) & 255}.${serial & 255}`
    const actor = createFuzzActor(kind, `${kind}${serial}`, address)
    if (kind === 'member') await deps.createAccount(actor.email)
    return actor
  }

  const isEntry = (operation: Operation) => operation === login || operation === secondStep

  /** A member who is signed out signs in, unless the account is not theirs any more; a guest who is in goes. */
  async function ready(actor: FuzzActor): Promise<{ actor: FuzzActor; operation: Operation | null }> {
    if (actor.kind === 'guest')
      return {
        actor: isSignedIn(actor) && random.chance(0.5) ? await newActor('guest') : actor,
        operation: null,
      }
    const entry = actor.cookies.has('halfsessionid') ? secondStep : login
    return { actor, operation: isSignedIn(actor) ? null : (entry ?? null) }
  }

  function nextOf({ next }: FuzzActor): Operation | null {
    return next === null || random.chance(0.4) ? null : (byName.get(next) ?? null)
  }

  async function plan(actor: FuzzActor, operation: Operation): Promise<PlannedRequest> {
    const request = await planRequest(deps.planner, operation, actor, random)
    return random.chance(0.5) ? mutated(request, random) : request
  }

  async function answer(request: PlannedRequest): Promise<void> {
    const { actor, operation } = request
    const wasSignedIn = isSignedIn(actor)
    const startedAt = systemClock.monotonic()
    sent += 1
    const number = sent
    const { result, madeUp } = await deps.ids.during(`request ${number}`, () =>
      within(sendPlanned(app, request)),
    )
    const ms = systemClock.monotonic() - startedAt
    if (result === 'hangs') {
      report.add(request, null, { wasSignedIn, ms, fault: `it did not answer within ${longestAnswerMs} ms` })
      return
    }
    report.add(request, result, { wasSignedIn, ms, fault: faultOf(request, result) })
    takeAnswer(actor, operation.path, { cookies: result.cookies, body: jsonOf(result) }, madeUp)
    actor.next = result.status < 300 ? (followUps[operation.name] ?? null) : null
    if (result.status === 401 && request.mutation === null) actor.cookies.delete('sessionid')
  }

  const actors: FuzzActor[] = []
  for (let n = 0; n < members; n += 1) actors.push(await newActor('member'))
  for (let n = 0; n < guests; n += 1) actors.push(await newActor('guest'))
  const lost = new Map<FuzzActor, number>()
  while (sent < options.requests) {
    const round: PlannedRequest[] = []
    for (const index of someOf(actors.length, Math.min(atOnce, options.requests - sent), random)) {
      const before = actors[index]
      if (!before) continue
      const { actor, operation } = await ready(
        (lost.get(before) ?? 0) > 2 ? await newActor('member') : before,
      )
      actors[index] = actor
      // A browser opens a page before it sends a form: that hands out its token.
      if (operation && actor.cookies.has('csrftoken'))
        round.push(await planRequest(deps.planner, operation, actor, random))
      else if (!actor.cookies.has('csrftoken'))
        round.push(await planRequest(deps.planner, networks, actor, random))
      else round.push(await plan(actor, nextOf(actor) ?? random.pick(wheel)))
    }
    await Promise.all(round.map(answer))
    for (const { actor, operation, mutation } of round)
      if (isEntry(operation) && mutation === null && actor.kind === 'member')
        lost.set(actor, isSignedIn(actor) ? 0 : (lost.get(actor) ?? 0) + 1)
    await deps.site.clock.advance(roundMs)
  }
  return report
}

function mutated(request: PlannedRequest, random: SeededRandom): PlannedRequest {
  for (;;) {
    const mutation = random.pick(Object.keys(mutations))
    const changed = mutations[mutation]?.(request, random)
    if (changed) return { ...request, ...changed, mutation }
  }
}

/** `count` different indexes below `bound`. */
function someOf(bound: number, count: number, random: SeededRandom): number[] {
  const all = Array.from({ length: bound }, (_unused, index) => index)
  return Array.from({ length: Math.min(count, bound) }, () => all.splice(random.below(all.length), 1)[0] ?? 0)
}

async function within<T>(work: Promise<T>): Promise<T | 'hangs'> {
  const done = new AbortController()
  const late = systemClock.sleep(longestAnswerMs, done.signal).then(() => 'hangs' as const)
  try {
    return await Promise.race([work, late])
  } finally {
    done.abort()
  }
}

function jsonOf({ contentType, text }: FuzzAnswer): unknown {
  return contentType.startsWith('application/json') && text !== '' ? JSON.parse(text) : null
}
