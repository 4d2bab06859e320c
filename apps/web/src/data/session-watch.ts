import type { Clock } from './clock.ts'
import type { Channel } from './live/shared-live.ts'
import type { PageVisibility } from './page-visibility.ts'
import type { Session } from './session.ts'

/** The profile is asked for this often, so that a session that ended elsewhere ends here. */
export const profileEveryMs = 10_000

interface Deps {
  session: Session
  clock: Clock
  page: PageVisibility
  /** To the other tabs of this site in this browser. */
  channel: Channel
}

/**
 * Keeps the session true: asks every ten seconds while the tab is seen, at once when it is seen again, and when
 * another tab says that somebody came or went. Returns how to stop.
 */
export function watchSession({ session, clock, page, channel }: Deps): () => void {
  let asking = false
  async function poll(): Promise<void> {
    // A slow answer is waited for: asking anew would give it up, every time.
    if (asking || !page.visible()) return
    asking = true
    await session.ask()
    asking = false
  }
  const stops = [
    clock.every(profileEveryMs, () => void poll()),
    page.watch(() => void poll()),
    session.onChange((change) => channel.post(change)),
    () => channel.close(),
  ]
  channel.listen((change) => {
    if (change === 'left' && session.user()) session.leave('elsewhere')
    // Who it is now, only the server can say.
    else if (change === 'entered' || session.user()) void session.ask()
  })
  return () => {
    for (const stop of stops) stop()
  }
}
