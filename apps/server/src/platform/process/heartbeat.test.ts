import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts'
import { systemIds } from '../ids.ts'
import { createLoopFactory, type Loop } from '../loop.ts'
import { createHeartbeat } from './heartbeat.loop.ts'

const url = 'https://alive.example.org/ping/canary-key'

describe('the heartbeat', () => {
  let clock: ManualClock
  let loop: Loop
  let metrics: Registry
  let troubles: string[] = []
  let pings: string[] = []
  let lines: string[] = []
  let answer: () => Promise<Response> = async () => new Response('ok')

  beforeEach(() => {
    clock = createManualClock()
    troubles = []
    pings = []
    lines = []
    answer = async () => new Response('ok')
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
    metrics = new Registry()
    const createLoop = createLoopFactory({ clock, ids: systemIds, log, metrics })
    const fetch: typeof globalThis.fetch = (target) => {
      pings.push(typeof target === 'string' ? target : 'no address')
      return answer()
    }
    loop = createHeartbeat(() => url, {
      createLoop,
      clock,
      fetch,
      log,
      metrics,
      troubles: async () => troubles,
    })
    loop.start()
  })
  afterEach(() => loop.stop())

  it('B110: goes out once a minute while all is well', async () => {
    await clock.advance(0)
    expect(pings).toEqual([url])
    await clock.advance(59_000)
    expect(pings).toHaveLength(1)
    await clock.advance(121_000)
    expect(pings).toHaveLength(4)
  })

  it('B110: stays away while something is wrong, and says so once', async () => {
    await clock.advance(0)
    troubles = ['Story has not been seen for a minute']
    await clock.advance(300_000)
    expect(pings).toHaveLength(1)
    expect(lines.filter((line) => line.includes('Story has not been seen'))).toHaveLength(1)
    troubles = []
    await clock.advance(60_000)
    expect(pings).toHaveLength(2)
  })

  it('B111: one that is not answered is logged by its host alone, and the next goes out as ever', async () => {
    answer = () => Promise.reject(new Error(`no route to ${url}`))
    await clock.advance(60_000)
    expect(lines.join('')).toContain('alive.example.org is not responding')
    answer = async () => new Response('no', { status: 500 })
    await clock.advance(60_000)
    expect(lines.join('')).toContain('alive.example.org answered 500')
    expect(lines.join('')).not.toContain('canary-key')
    troubles = ['nobody sends']
    await clock.advance(60_000)
    const text = await metrics.metrics()
    for (const outcome of ['answered', 'failed', 'kept_back'])
      expect(text).toMatch(new RegExp(`roundsman_heartbeats_total\\{outcome="${outcome}"\\} [1-9]`))
    expect(text).not.toContain('canary-key')
    expect(pings.length).toBeGreaterThan(2)
  })
})
