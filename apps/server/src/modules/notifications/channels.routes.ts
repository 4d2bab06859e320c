import { notificationChannels } from '@roundsman/contract/accounts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { ledgerName } from './channels/channels.ts'

/** Says what this site can send (F14), so that a page need not find out by a call that fails. */
export function addChannelRoutes(server: HttpServer, hasChannel: (name: string) => boolean): void {
  server.add('channels', async () => ({
    status: 200,
    body: {
      channels: notificationChannels.map((channel) => ({
        channel,
        is_available: hasChannel(ledgerName(channel)),
      })),
    },
  }))
}
