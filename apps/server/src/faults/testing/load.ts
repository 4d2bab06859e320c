import { afterEach, beforeEach, expect, vi } from 'vitest'
import { createPageModel } from '../../modules/live/testing/page-model.ts'
import { parseEvents } from '../../modules/live/testing/parse-events.ts'
import { systemClock } from '../../platform/clock.ts'
import { createProgramSession } from '../../testing/program-session.ts'
import { type Balancer, openBalancer } from './balancer.ts'
import type { PostgresSite } from './postgres-site.ts'
import { longWait } from './programs.ts'

const networkId = 9
/** What a keeper changes: by what they are told that a validator is jailed, and that it is out. */
const settings = [2011, 2012]
const choices = [
  [[], []],
  [['EMAIL'], []],
  [['EMAIL'], ['EMAIL']],
  [[], ['EMAIL']],
] as const

/** Somebody who changes their settings with each block and looks at once whether they are kept, and whose page is open. */
export interface Keeper {
  /** Waits until they changed something from beginning to end. @throws what went wrong, as soon as it does */
  untilChanged(): Promise<void>
  /** How often their page's stream began. */
  streams(): number
  /** How long it took at most, since this was last asked, until what they asked for was answered, ms. */
  longestWait(): number
  /** Goes on without changing anything. @throws whatever went wrong until then */
  rest(): Promise<void>
  /** Their page has what the list says. */
  expectUpToDate(): Promise<void>
  close(): Promise<void>
}

interface KeeperOptions {
  /** Tries again with each block until it is answered, in place of once. */
  triesUntilAnswered?: boolean
  /** Folder of the programs of another release, which makes their accounts. */
  release?: string
}

/** A balancer for each test of the file, and three people who use a site through it until the test ends. */
export function behindBalancer(): {
  balancer(): Balancer
  openKeepers(site: PostgresSite, options?: KeeperOptions): Promise<Keeper[]>
} {
  let balancer: Balancer
  const keepers: Keeper[] = []
  beforeEach(async () => {
    balancer = await openBalancer()
  })
  afterEach(async () => {
    await Promise.allSettled(keepers.splice(0).map((one) => one.close()))
    await balancer.close()
  })
  return {
    balancer: () => balancer,
    openKeepers: async (site, options = {}) => {
      keepers.push(...(await openThree(site, balancer, options)))
      return [...keepers]
    },
  }
}

async function openThree(
  { site, command }: PostgresSite,
  { address }: Balancer,
  { triesUntilAnswered = false, release }: KeeperOptions,
): Promise<Keeper[]> {
  const nextBlock = async () => {
    const before = site.chain.height()
    await vi.waitFor(() => expect(site.chain.height()).toBeGreaterThan(before), longWait)
  }
  const keepers: Keeper[] = []
  for (const name of ['ann', 'ben', 'cy']) {
    const email = `${name}@example.org`
    const said = await command(['user', 'create', email], release)
    const password = /Password: (\S+)/.exec(said)?.[1] ?? ''
    keepers.push(await openKeeper({ email, password, address, triesUntilAnswered, nextBlock }))
  }
  return keepers
}

async function openKeeper({
  email,
  password,
  address,
  triesUntilAnswered,
  nextBlock,
}: {
  email: string
  password: string
  address: string
  triesUntilAnswered: boolean
  nextBlock(this: void): Promise<void>
}): Promise<Keeper> {
  const session = createProgramSession(() => address)
  const model = createPageModel()
  let [changes, streams, longestWait] = [0, 0, 0]
  let [isResting, isClosed] = [false, false]
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null

  /** As a client does that tries once more, or for as long as it takes. */
  async function retrying<T extends { status: number }>(once: () => Promise<T>): Promise<T> {
    const since = systemClock.monotonic()
    const first = await once().catch(() => null)
    if (first === null || first.status >= 500) {
      if (!triesUntilAnswered) return once()
      await nextBlock()
      if (isClosed) throw new Error('It is over.')
      const answer = await retrying(once)
      longestWait = Math.max(longestWait, systemClock.monotonic() - since)
      return answer
    }
    longestWait = Math.max(longestWait, systemClock.monotonic() - since)
    return first
  }

  const call = (path: string, body?: object) =>
    retrying(async () => {
      const answer = await session.call(body ? 'POST' : 'GET', `/api/${path}`, body)
      const text = await answer.text()
      return { status: answer.status, json: text === '' ? null : (JSON.parse(text) as unknown) }
    })

  async function expectSettings(wanted: readonly (readonly string[])[]): Promise<void> {
    const { status, json } = await call(`alerts/user-settings/${networkId}/`)
    expect([status, json]).toEqual([200, expect.anything()])
    const { entries } = json as { entries: { setting_id: number; channels: string[] }[] }
    const kept = settings.map((id) => entries.find((one) => one.setting_id === id)?.channels ?? [])
    expect(kept).toEqual(wanted)
  }

  async function changeAll(): Promise<void> {
    while (!isResting) {
      const wanted = choices[changes % choices.length] ?? []
      const entries = settings.map((setting_id, index) => ({ setting_id, channels: wanted[index] }))
      const { status, json } = await call('alerts/user-settings/manage/', {
        blockchain_id: networkId,
        entries,
      })
      expect([status, json]).toEqual([200, expect.anything()])
      changes += 1
      await expectSettings(wanted)
      await nextBlock()
    }
  }

  function openStream(): Promise<Response> {
    const last = model.lastEventId()
    const headers: Record<string, string> = last === null ? {} : { 'last-event-id': String(last) }
    return retrying(() => session.call('GET', `/api/live/${networkId}/`, undefined, headers))
  }

  async function followStream(): Promise<void> {
    while (!isClosed) {
      const answer = await openStream()
      expect(answer.status).toBe(200)
      streams += 1
      reader = answer.body?.getReader() ?? null
      const decoder = new TextDecoder()
      let rest = ''
      for (;;) {
        // It breaks off where its process ends.
        const piece = await reader?.read().catch(() => null)
        if (piece?.value === undefined) break
        rest += decoder.decode(piece.value, { stream: true })
        const end = rest.lastIndexOf('\n\n') + 2
        if (end < 2) continue
        model.take(parseEvents(rest.slice(0, end)))
        rest = rest.slice(end)
      }
    }
  }

  await call('networks/')
  expect((await call('users/login/', { email, password })).status).toBe(200)
  const work = settled(changeAll())
  const following = settled(followStream())
  return {
    async untilChanged() {
      const before = changes
      const changed = vi.waitFor(() => expect(changes).toBeGreaterThan(before + 1), longWait)
      await Promise.race([changed, work().then(() => changed), following().then(() => changed)])
    },
    streams: () => streams,
    longestWait() {
      const longest = longestWait
      longestWait = 0
      return longest
    },
    async rest() {
      isResting = true
      await work()
      await expectSettings(choices[(changes - 1) % choices.length] ?? [])
    },
    async expectUpToDate() {
      const { json } = await call(`blockchains/list/${networkId}/`)
      const { validators } = json as { validators: { id: number }[] }
      expect(validators.length).toBeGreaterThan(0)
      expect(model.rows()).toEqual(validators.sort((one, other) => one.id - other.id))
    },
    async close() {
      isClosed = true
      await reader?.cancel().catch(() => undefined)
      await following()
    },
  }
}

/** Awaits what runs meanwhile later, without its failure being nobody's. */
function settled(work: Promise<void>): () => Promise<void> {
  const outcome = work.then(
    () => null,
    (error: unknown) => ({ error }),
  )
  return async () => {
    const failed = await outcome
    if (failed !== null) throw failed.error
  }
}
