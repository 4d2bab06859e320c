import type { Channel } from './shared-live.ts'

/** A channel to the other tabs of this site in this browser. */
export function openBrowserChannel(name: string): Channel {
  const channel = new BroadcastChannel(name)
  return {
    post: (message) => channel.postMessage(message),
    listen(hear) {
      channel.onmessage = (event: MessageEvent<unknown>) => hear(event.data)
    },
    close: () => channel.close(),
  }
}
