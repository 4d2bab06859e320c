import type { Platform } from '../../../platform/platform.ts'
import type { ChannelSite } from '../channels/channel.ts'
import { createVapidKeys } from '../channels/web-push/vapid-key.store.ts'
import { createContactStore } from '../contacts/contact.store.ts'
import { createTextSeal } from '../../../platform/config/text-seal.ts'

/** What channels are built from, with contacts sealed by a key of the test. */
export function channelSiteOf(
  platform: Pick<Platform, 'config' | 'db' | 'fetch' | 'guardedFetch' | 'clock' | 'log' | 'ids'>,
  publicUrl: string | null,
): ChannelSite {
  const seal = createTextSeal({ key: new Uint8Array(32), randomToken: (bytes) => platform.ids.token(bytes) })
  return {
    ...platform,
    publicUrl,
    contacts: createContactStore(platform.db, seal),
    vapidKeys: createVapidKeys(platform.db, seal),
  }
}
