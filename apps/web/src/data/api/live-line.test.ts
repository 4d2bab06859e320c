import { liveProtocol } from '@roundsman/contract/live/live'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { Fetch } from '../browser/http.ts'
import { applyLiveEvent, liveEntries } from '../network/live-entries.ts'
import { validatorsKey } from '../network/validators.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { settle } from '../testing/settle.ts'
import { someAlert } from '../testing/some-alert.ts'
import { someList, someValidator } from '../testing/some-list.ts'
import { decodeStreamEvent, type LineUpdate, startLiveLine } from './live-line.ts'

function openLine(answers: (number | 'hang')[]) {
  const clock = createFakeClock()
  const updates: LineUpdate[] = []
  const requests: Headers[] = []
  const bodies: ReadableStreamDefaultController<Uint8Array>[] = []
  const fetch: Fetch = (_url, init) => {
    requests.push(new Headers(init?.headers))
    const answer = answers[requests.length - 1] ?? 200
    return new Promise((resolve, reject) => {
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void bodies.push(controller) })
      init?.signal?.addEventListener('abort', () => {
        reject(new Error('aborted'))
        try {
          bodies.at(-1)?.error(new Error('aborted'))
        } catch {
          // Ended already.
        }
      })
      if (answer !== 'hang') resolve(new Response(answer === 200 ? body : null, { status: answer }))
    })
  }
  const line = startLiveLine({
    url: '/api/live/1/',
    fetch,
    clock,
    random: () => 0.5,
    onUpdate: (n) => updates.push(n),
  })
  const send = async (text: string) => {
    bodies.at(-1)?.enqueue(new TextEncoder().encode(text))
    await settle()
  }
  const phases = () => updates.flatMap((n) => (n.kind === 'phase' ? [n.line.phase] : []))
  return { clock, updates, requests, bodies, line, send, phases }
}

describe('the line to the server', () => {
  it('P35: passes on events and comments', async () => {
    const { clock, updates, send } = openLine([200])
    await clock.advance(0)
    await send(
      ': still here\n\nid: 7\nevent: height\ndata: {"height":5,"at":"2026-11-21T12:00:00Z","seq":7,"blocks":[]}\n\n',
    )
    expect(updates).toEqual([
      { kind: 'phase', line: { phase: 'connecting' } },
      { kind: 'phase', line: { phase: 'open' } },
      { kind: 'beat' },
      {
        kind: 'event',
        event: { event: 'height', data: { height: 5, at: '2026-11-21T12:00:00Z', seq: 7, blocks: [] } },
      },
    ])
  })

  it('P34: resumes after a break from the last event, later each time', async () => {
    const { clock, requests, bodies, send, updates, phases } = openLine([200, 503, 503, 200])
    await clock.advance(0)
    await send('id: 7\nevent: height\ndata: {"height":5,"at":"2026-11-21T12:00:00Z","seq":7,"blocks":[]}\n\n')
    bodies.at(-1)?.close()
    await settle()
    await clock.advance(999)
    expect(requests).toHaveLength(1)
    await clock.advance(1)
    expect(requests).toHaveLength(2)
    await clock.advance(1_999)
    expect(requests).toHaveLength(2)
    await clock.advance(1)
    await clock.advance(4_000)
    expect(requests).toHaveLength(4)
    expect(requests.at(-1)?.get('Last-Event-ID')).toBe('7')
    expect(phases().at(-1)).toBe('open')
    expect(updates.filter(({ kind }) => kind === 'resumed')).toHaveLength(1)
  })

  it('G66, P34: hands on what is of bridges and of the user, and resumes from the number of the former', async () => {
    const { clock, requests, bodies, send, updates } = openLine([200, 200])
    await clock.advance(0)
    const bridges = { changed: [], removed: [4], seq: 3 }
    const alert = someAlert({ id: 900 })
    await send(
      `id: 9\nevent: bridges\ndata: ${JSON.stringify(bridges)}\n\n` +
        `id: 900\nevent: alert\ndata: ${JSON.stringify(alert)}\n\n`,
    )
    expect(updates.slice(2)).toEqual([
      { kind: 'event', event: { event: 'bridges', data: bridges } },
      { kind: 'event', event: { event: 'alert', data: alert } },
    ])
    bodies.at(-1)?.close()
    await settle()
    await clock.advance(1_000)
    expect(requests.at(-1)?.get('Last-Event-ID')).toBe('9')
  })

  it('P33: goes on from the batch that it asked for, which begins nothing anew: no block is counted twice', async () => {
    const { clock, bodies, send, updates } = openLine([200, 200])
    await clock.advance(0)
    await send(`id: 7\nevent: hello\ndata: {"protocol":${liveProtocol},"seq":7}\n\n`)
    bodies.at(-1)?.close()
    await settle()
    await clock.advance(1_000)
    const block = '{"height":102,"at":"2026-11-21T12:00:04Z","m":[1],"n":[],"p":[],"none":[]}'
    await send(
      `id: 7\nevent: hello\ndata: {"protocol":${liveProtocol},"seq":7}\n\n` +
        `id: 8\nevent: height\ndata: {"height":102,"at":"2026-11-21T12:00:04Z","seq":8,"blocks":[${block}]}\n\n`,
    )
    // Meanwhile the page has asked for the list, which is further than the stream.
    const ahead = { ...someList([someValidator({ id: 1 })]), seq: 9 }
    const queries = new QueryClient()
    queries.setQueryData(validatorsKey(1), ahead)
    const resumedAt = updates.findIndex(({ kind }) => kind === 'resumed')
    for (const one of updates.slice(resumedAt))
      if (one.kind === 'event')
        applyLiveEvent(liveEntries, one.event, { queries, blockchainId: 1, means: null })
    expect(updates.at(-1)).toMatchObject({ kind: 'event', event: { event: 'height' } })
    expect(queries.getQueryData(validatorsKey(1))).toBe(ahead)
  })

  it('P33: begins anew at a server that was put back to an older batch than the one asked for', async () => {
    const { clock, bodies, send, updates } = openLine([200, 200])
    await clock.advance(0)
    await send(`id: 90\nevent: hello\ndata: {"protocol":${liveProtocol},"seq":90}\n\n`)
    bodies.at(-1)?.close()
    await settle()
    await clock.advance(1_000)
    await send(`id: 7\nevent: hello\ndata: {"protocol":${liveProtocol},"seq":7}\n\n`)
    expect(updates.at(-1)).toMatchObject({ kind: 'event', event: { event: 'hello', data: { seq: 7 } } })
  })

  it('P34: gives up a line that is silent for 20 s', async () => {
    const { clock, requests, send } = openLine([200])
    await clock.advance(0)
    await clock.advance(15_000)
    await send(': beat\n\n')
    await clock.advance(19_999)
    expect(requests).toHaveLength(1)
    await clock.advance(1)
    await settle()
    await clock.advance(1_000)
    expect(requests).toHaveLength(2)
  })

  it('P34: does not wait for an answer that never comes', async () => {
    const { clock, requests } = openLine(['hang'])
    await clock.advance(21_000)
    expect(requests).toHaveLength(2)
  })

  it.each([401, 403, 404])('P34: %i ends it', async (status) => {
    const { clock, requests, updates } = openLine([status])
    await clock.advance(600_000)
    expect(requests).toHaveLength(1)
    expect(updates.at(-1)).toEqual({ kind: 'phase', line: { phase: 'refused', status } })
  })

  it('P34: connects at once when the user asks', async () => {
    const { clock, requests, line } = openLine([503, 200])
    await clock.advance(0)
    line.connectNow()
    await clock.advance(0)
    expect(requests).toHaveLength(2)
    await clock.advance(5_000)
    expect(requests).toHaveLength(2)
  })

  it('is silent after it was stopped', async () => {
    const { clock, requests, line } = openLine([503])
    await clock.advance(0)
    line.stop()
    await clock.advance(60_000)
    expect(requests).toHaveLength(1)
  })

  it('says so when the server speaks a newer protocol, and passes over what it does not know', async () => {
    const { clock, updates, send } = openLine([200])
    await clock.advance(0)
    await send(`event: hello\ndata: {"protocol":${liveProtocol + 1},"seq":1}\n\nevent: weather\ndata: {}\n\n`)
    expect(updates.slice(2)).toEqual([{ kind: 'outdated' }, { kind: 'beat' }])
    expect(decodeStreamEvent('height', '{"height":"x"}')).toBeNull()
    expect(decodeStreamEvent('height', 'no json')).toBeNull()
    expect(decodeStreamEvent('toString', '{}')).toBeNull()
  })

  it('P935: says so once the server speaks the protocol of the page again, wherever its stream goes on', async () => {
    const { clock, bodies, updates, send } = openLine([200, 200])
    await clock.advance(0)
    await send(`id: 7\nevent: hello\ndata: {"protocol":${liveProtocol + 1},"seq":7}\n\n`)
    bodies.at(-1)?.close()
    await settle()
    await clock.advance(1_000)
    await send(`id: 7\nevent: hello\ndata: {"protocol":${liveProtocol},"seq":7}\n\n`)
    expect(updates.slice(-2)).toEqual([{ kind: 'understood' }, { kind: 'beat' }])
  })
})
