import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededRandom } from '../../../testing/seeded-random.ts'
import type { Browser } from '../testing/browser.ts'
import { outcome } from '../testing/outcome.ts'
import { type OwnTestSite, openTestSite } from '../testing/test-site.ts'

// A user with two browsers does anything in any order; a model that is too simple to be wrong says what comes of it.

const factors = '/api/users/second-factors/'
const password = 'a long enough password'
const minute = 60_000
const stepMs = 30_000
let site: OwnTestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

/** What one browser is in: nothing, half a session since then, or a session since then in which a factor was last given then. */
type Place =
  | { in: 'nothing' }
  | { in: 'half'; since: number }
  | { in: 'session'; since: number; factorAt: number | null }

interface Model {
  places: [Place, Place]
  hasApp: boolean
  /** What was asked for and not confirmed; good for an hour. */
  pending: { secret: string; since: number } | null
  secret: string
  lastStep: number
  codes: string[]
  usedCodes: string[]
  wrong: number[]
}

type Outcome = [number, string | null | undefined]
const ok: Outcome = [200, undefined]

const seeds = [1, 2, 3, 4, 5, 6].map((n) => 20_261_126 + n)
test.each(seeds)(
  'A121 A122 A123 A128 A129 A130 A131 A137: as the model of a sign-in says, by seed %i',
  async (seed) => {
    const random = createSeededRandom(seed)
    const email = `model${seed}@example.org`
    await site.user(email, password)
    const browsers: [Browser, Browser] = [
      await site.visitor({ ip: `203.0.${seed % 256}.1` }),
      await site.visitor({ ip: `203.0.${seed % 256}.2` }),
    ]
    const model: Model = {
      places: [{ in: 'nothing' }, { in: 'nothing' }],
      ...{ hasApp: false, pending: null, secret: '', lastStep: 0, codes: [], usedCodes: [], wrong: [] },
    }
    const now = () => site.clock.now()
    const step = () => Math.floor(now() / stepMs)
    const codeAt = (secret: string, at: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at * stepMs })
    const endOthers = (but: 0 | 1) => {
      const other = but === 0 ? 1 : 0
      model.places[other] = { in: 'nothing' }
    }
    const isRecent = (place: Place) =>
      !model.hasApp ||
      (place.in === 'session' && place.factorAt !== null && now() - place.factorAt < 10 * minute)
    const guarded = (place: Place): Outcome | null => {
      if (place.in !== 'session') return [401, 'not_authenticated']
      return isRecent(place) ? null : [403, 'second_factor_needed']
    }

    /** What a factor leads to, where it is right or not. */
    function given(which: 0 | 1, isRight: boolean, then: () => void): Outcome {
      const place = model.places[which]
      const isHalf = place.in === 'half' && now() - place.since < 10 * minute
      if (!isHalf && place.in !== 'session') return [400, 'invalid_token']
      model.wrong = model.wrong.filter((at) => now() - at < 10 * minute)
      if (model.wrong.length >= 10) return [429, 'too_many_requests']
      if (!isRight) {
        model.wrong.push(now())
        return [400, 'invalid_code']
      }
      then()
      const since = place.in === 'session' && !isHalf ? place.since : now()
      model.places[which] = { in: 'session', since, factorAt: now() }
      return ok
    }

    const deeds = {
      login: async (which: 0 | 1, browser: Browser) => {
        const answer = browser.post('/api/users/login/', { email, password })
        if (model.hasApp) {
          // A session that is there stays until the second step; the model has no word for both, so it is left first.
          model.places[which] = { in: 'half', since: now() }
        } else model.places[which] = { in: 'session', since: now(), factorAt: null }
        return [await outcome(answer), ok] as const
      },
      logout: async (which: 0 | 1, browser: Browser) => {
        const wanted: Outcome =
          model.places[which].in === 'session' ? [204, null] : [401, 'not_authenticated']
        if (model.places[which].in === 'session') model.places[which] = { in: 'nothing' }
        return [await outcome(browser.post('/api/users/logout/')), wanted] as const
      },
      start: async (which: 0 | 1, browser: Browser) => {
        const place = model.places[which]
        // The first factor takes the password once sign-in and factors are ten minutes old.
        const isProved =
          place.in === 'session' && now() - Math.max(place.since, place.factorAt ?? 0) < 10 * minute
        const isGiven = random.chance(0.5)
        const lacksProof = !model.hasApp && !isProved && !isGiven
        const refusal = guarded(place) ?? (lacksProof ? ([400, 'validation_failed'] satisfies Outcome) : null)
        const answer = await browser.post(`${factors}totp/`, isGiven ? { password } : undefined)
        if (answer.statusCode === 200)
          model.pending = { secret: answer.json<{ secret: string }>().secret, since: now() }
        return [await outcome(Promise.resolve(answer)), refusal ?? ok] as const
      },
      confirm: async (which: 0 | 1, browser: Browser) => {
        const refusal = guarded(model.places[which])
        const { pending } = model
        const shown = pending !== null && random.chance(0.8) ? pending : null
        const answer = await browser.post(`${factors}totp/confirm/`, {
          code: shown ? codeAt(shown.secret, step()) : '000000',
        })
        if (refusal === null && shown !== null && now() - shown.since < 60 * minute) {
          Object.assign(model, {
            hasApp: true,
            secret: shown.secret,
            pending: null,
            lastStep: step(),
            usedCodes: [],
          })
          model.codes = answer.json<{ recovery_codes: string[] }>().recovery_codes
          const place = model.places[which]
          const since = place.in === 'session' ? place.since : now()
          model.places[which] = { in: 'session', since, factorAt: now() }
          endOthers(which)
          return [await outcome(Promise.resolve(answer)), ok] as const
        }
        return [await outcome(Promise.resolve(answer)), refusal ?? [400, 'invalid_code']] as const
      },
      remove: async (which: 0 | 1, browser: Browser) => {
        const refusal =
          guarded(model.places[which]) ?? (model.hasApp ? null : ([404, 'not_found'] as Outcome))
        if (refusal === null) {
          Object.assign(model, { hasApp: false, codes: [], usedCodes: [] })
          endOthers(which)
        }
        return [await outcome(browser.delete(`${factors}totp/`)), refusal ?? [204, null]] as const
      },
      code: async (which: 0 | 1, browser: Browser) => {
        const at = step() + random.pick([-2, -1, 0, 0, 0, 1, 2])
        const isNear = Math.abs(at - step()) <= 1
        const code = model.hasApp ? codeAt(model.secret, at) : '000000'
        const wanted = given(which, model.hasApp && isNear && at > model.lastStep, () => {
          model.lastStep = at
        })
        return [await outcome(browser.post('/api/users/login/second-factor/', { code })), wanted] as const
      },
      recovery: async (which: 0 | 1, browser: Browser) => {
        const code = random.pick([...model.codes, ...model.usedCodes, 'aaaaaa-bbbbbb-cccccc-dddddd'])
        const wanted = given(which, model.codes.includes(code), () => {
          model.codes = model.codes.filter((one) => one !== code)
          model.usedCodes.push(code)
          endOthers(which)
        })
        const answer = browser.post('/api/users/login/second-factor/', { recovery_code: code })
        return [await outcome(answer), wanted] as const
      },
    }

    const wheel: (keyof typeof deeds)[] = [
      ...(['login', 'login', 'logout', 'start', 'confirm', 'confirm', 'remove'] as const),
      ...(['code', 'code', 'code', 'recovery'] as const),
    ]
    const met = new Map<string, number>()
    for (let count = 0; count < 250; count += 1) {
      if (random.chance(0.4))
        await site.clock.advance(random.pick([1_000, stepMs, stepMs, 4 * minute, 11 * minute]))
      const which = random.pick([0, 1] as const)
      const browser = browsers[which]
      const name = random.pick(wheel)
      if (name === 'login' && model.places[which].in === 'session') continue
      const [got, wanted] = await deeds[name](which, browser)
      expect([seed, count, name, which, got]).toEqual([seed, count, name, which, wanted])
      met.set(`${name} ${got[0]}`, (met.get(`${name} ${got[0]}`) ?? 0) + 1)
      for (const one of [0, 1] as const) {
        const isIn = (await browsers[one].get('/api/users/profile/')).statusCode === 200
        expect([seed, count, one, isIn]).toEqual([seed, count, one, model.places[one].in === 'session'])
      }
    }
    expect(met.get('code 200') ?? 0).toBeGreaterThan(0)
    expect(met.get('confirm 200') ?? 0).toBeGreaterThan(0)
  },
)
