/** Push of this browser: its service worker, and its subscription. The only file that may touch them. */
export interface BrowserPush {
  /** `insecure`: the page came by plain http; `unsupported`: this browser has no push, or not here. */
  permission(): 'insecure' | 'unsupported' | NotificationPermission
  /** The address of this browser's subscription; null: it has none. */
  endpoint(): Promise<string | null>
  /**
   * Asks the user where they have not said yet, and subscribes. Call it only in answer to a click.
   *
   * @param serverKey base64url, of the site
   * @returns what the server wants to know; null where the user did not allow it
   * @throws what the browser says where its push service refuses, or cannot be reached
   */
  subscribe(serverKey: string): Promise<PushSubscriptionJSON | null>
  unsubscribe(): Promise<void>
}

/** At the root, since a service worker rules what lies below its own address. Built by vite-push-worker.config.ts. */
const workerPath = '/push-worker.js'

export const browserPush: BrowserPush = {
  permission() {
    if (!window.isSecureContext) return 'insecure'
    const has = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
    return has ? Notification.permission : 'unsupported'
  },
  endpoint: async () => (await subscription())?.endpoint ?? null,
  async subscribe(serverKey) {
    if ((await Notification.requestPermission()) !== 'granted') return null
    // Its code is asked for at the server each time, whatever caches say (P624).
    const worker = await navigator.serviceWorker.register(workerPath, { scope: '/', updateViaCache: 'none' })
    await navigator.serviceWorker.ready
    // One that was made with another key of the site would be refused; a new one has a new address anyway.
    await (await worker.pushManager.getSubscription())?.unsubscribe()
    const made = await worker.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: serverKey,
    })
    return made.toJSON()
  },
  async unsubscribe() {
    await (await subscription())?.unsubscribe()
  },
}

async function subscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null
  const worker = await navigator.serviceWorker.getRegistration('/')
  return (await worker?.pushManager?.getSubscription()) ?? null
}
