import type { HttpServer } from '../../platform/http/http-server.ts'

/** Channels of the contract by the names that the ledger has for them. */
const channels = [
  { channel: 'SMS', name: 'sms' },
  { channel: 'VOICE', name: 'voice' },
  { channel: 'EMAIL', name: 'email' },
] as const

/** Says what this site can send (F14), so that a page need not find out by a call that fails. */
export function addChannelRoutes(server: HttpServer, hasChannel: (name: string) => boolean): void {
  server.add('channels', async () => ({
    status: 200,
    body: {
      channels: channels.map(({ channel, name }) => ({ channel, is_available: hasChannel(name) })),
    },
  }))
}
