import type { PushPayload } from '@roundsman/contract/alerts/push-payload'
import { describe, expect, it } from 'vitest'
import { startPushWorker, type WorkerScope } from './worker-events.ts'

const alert: PushPayload = {
  ...{
    title: 'Jailed: Paper Sluice',
    body: 'At block 8,612.',
    url: 'https://n1.example/alerts-history?alert=7',
  },
  ...{ answer: { label: 'Acknowledge or mute', url: 'https://n1.example/a/token' }, tag: 'topic' },
  severity: 'CRITICAL',
}

/** A worker's surroundings that note what it does. */
function startWorker(open: readonly string[] = []) {
  const listeners = new Map<string, (event: never) => void>()
  const done: unknown[] = []
  const scope: WorkerScope = {
    addEventListener: (type: string, listen: (event: never) => void) => void listeners.set(type, listen),
    skipWaiting: async () => void done.push(['skipWaiting']),
    registration: {
      showNotification: async (title: string, options: object) => void done.push(['show', title, options]),
    },
    clients: {
      matchAll: async () => open.map((url) => ({ url, focus: async () => void done.push(['focus', url]) })),
      openWindow: async (url: string) => void done.push(['open', url]),
    },
  }
  startPushWorker(scope)
  return {
    done,
    types: () => [...listeners.keys()],
    async tell(type: string, event: object = {}) {
      const work: Promise<unknown>[] = []
      const whole = { ...event, waitUntil: (one: Promise<unknown>) => void work.push(one) }
      listeners.get(type)?.(whole as never)
      await Promise.all(work)
    },
  }
}
const pushOf = (value: unknown) => ({ data: { json: () => value } })
const clickOn = (data: unknown, action = '') => ({ action, notification: { data, close: () => undefined } })
const leads = { url: alert.url, answer: 'https://n1.example/a/token' }

describe('the service worker', () => {
  it('P620: show what is pushed, by its tag, with a button that leads to the answer', async () => {
    const worker = startWorker()
    await worker.tell('push', pushOf(alert))
    expect(worker.done).toEqual([
      [
        ...['show', alert.title],
        {
          ...{ body: alert.body, tag: 'topic', icon: '/favicon.svg', data: leads },
          ...{ renotify: true, requireInteraction: true },
          actions: [{ action: 'answer', title: 'Acknowledge or mute' }],
        },
      ],
    ])
  })

  it('P621: alert again only for what is critical', async () => {
    const worker = startWorker()
    await worker.tell('push', pushOf({ ...alert, severity: 'WARNING', answer: null }))
    expect(worker.done).toMatchObject([
      ['show', alert.title, { renotify: false, requireInteraction: false, actions: [] }],
    ])
  })

  it.each([
    ['nothing', { data: null }],
    ['what is no JSON', { data: { json: () => JSON.parse('{') as unknown } }],
    ['something else', pushOf({ title: 7 })],
  ])('P620: show a notification for %s, too', async (_what, event) => {
    const worker = startWorker()
    await worker.tell('push', event)
    expect(worker.done).toMatchObject([['show', 'Roundsman', { data: { url: '/alerts-history' } }]])
  })

  it.each([
    ['the alert in a new window', ['https://n1.example/alerts'], '', ['open', alert.url]],
    ['the window that shows it', [leads.url ?? ''], '', ['focus', alert.url]],
    ['the answer', [leads.url ?? ''], 'answer', ['open', leads.answer]],
  ])('P622: a click opens %s', async (_what, open, action, did) => {
    const worker = startWorker(open)
    await worker.tell('notificationclick', clickOn(leads, action))
    expect(worker.done).toEqual([did])
  })

  it('P622: a click on what leads nowhere opens the site', async () => {
    const worker = startWorker()
    await worker.tell('notificationclick', clickOn(undefined))
    expect(worker.done).toEqual([['open', '/']])
  })

  it('P623: answer no request, and P624: let the newest version take over at once', async () => {
    const worker = startWorker()
    expect(worker.types()).toEqual(['install', 'push', 'notificationclick'])
    await worker.tell('install')
    expect(worker.done).toEqual([['skipWaiting']])
  })
})
