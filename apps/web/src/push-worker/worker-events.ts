import { PushPayload } from '@roundsman/contract/alerts/push-payload'
import * as z from 'zod/mini'

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void
}
interface PushEvent extends WorkerEvent {
  data: { json(): unknown } | null
}
interface ClickEvent extends WorkerEvent {
  /** Of the button that was pressed; empty: the notification itself. */
  action: string
  notification: Pick<Notification, 'data' | 'close'>
}
interface ShownOptions extends NotificationOptions {
  renotify: boolean
  actions: readonly { action: string; title: string }[]
}
interface PageWindow {
  url: string
  focus(): Promise<unknown>
}

/** As much of a service worker's surroundings as it uses. */
export interface WorkerScope {
  addEventListener(type: 'install', listen: () => void): void
  addEventListener(type: 'push', listen: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listen: (event: ClickEvent) => void): void
  skipWaiting(): Promise<void>
  registration: { showNotification(title: string, options: ShownOptions): Promise<void> }
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly PageWindow[]>
    openWindow(url: string): Promise<unknown>
  }
}

/** What is shown of what this worker cannot read: a browser takes push away from who shows nothing. */
const unreadable: PushPayload = {
  ...{
    title: 'Roundsman',
    body: '',
    url: '/alerts-history',
    answer: null,
    tag: 'unreadable',
    severity: null,
  },
}
/** What a notification carries with it. */
const Leads = z.object({ url: z.nullable(z.string()), answer: z.nullable(z.string()) })
type Leads = z.infer<typeof Leads>

/**
 * Shows what is pushed, and opens what it leads to. It answers no request and keeps nothing, so that no page is ever an
 * old one because of it.
 */
export function startPushWorker(scope: WorkerScope): void {
  // Nothing of a page hangs on which version shows a message: the newest one does, at once.
  scope.addEventListener('install', () => void scope.skipWaiting())
  scope.addEventListener('push', (event) => event.waitUntil(show(scope, payloadOf(event))))
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const leads = Leads.safeParse(event.notification.data)
    const { url, answer } = leads.success ? leads.data : { url: null, answer: null }
    event.waitUntil(open(scope, (event.action === 'answer' ? answer : url) ?? '/'))
  })
}

function payloadOf({ data }: PushEvent): PushPayload {
  try {
    return PushPayload.parse(data?.json())
  } catch {
    return unreadable
  }
}

function show({ registration }: WorkerScope, pushed: PushPayload): Promise<void> {
  const { title, body, tag, url, answer, severity } = pushed
  const isCritical = severity === 'CRITICAL'
  const data: Leads = { url, answer: answer?.url ?? null }
  return registration.showNotification(title, {
    ...{ body, tag, data, icon: '/favicon.svg' },
    // A notification that replaces another is silent, but for what cannot wait; that also stays until it is closed.
    ...{ renotify: isCritical, requireInteraction: isCritical },
    actions: answer === null ? [] : [{ action: 'answer', title: answer.label }],
  })
}

/** Shows the window that has it open, or opens one: whatever else is open may hold edits. */
async function open({ clients }: WorkerScope, url: string): Promise<unknown> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find((one) => one.url === url)
  return there ? there.focus() : clients.openWindow(url)
}
