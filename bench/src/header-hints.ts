import { once } from 'node:events'
import { WebSocket } from 'ws'
import { z } from 'zod'

const Hint = z.object({
  result: z.object({
    data: z.object({ value: z.object({ header: z.object({ height: z.coerce.number() }) }) }),
  }),
})

/** Calls back at each NewBlockHeader of an endpoint, as any subscriber receives it, until the signal aborts. */
export async function headerHints(
  endpoint: string,
  stop: AbortSignal,
  onHeader: (height: number, at: number) => void,
): Promise<void> {
  const socket = new WebSocket(`${endpoint.replace(/^http/, 'ws')}/websocket`)
  socket.on('message', (data: Buffer) => {
    const at = performance.now()
    const hint = Hint.safeParse(JSON.parse(data.toString('utf8')))
    if (hint.success) onHeader(hint.data.result.data.value.header.height, at)
  })
  await once(socket, 'open')
  const params = { query: "tm.event='NewBlockHeader'" }
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscribe', params }))
  stop.addEventListener('abort', () => socket.close())
  await once(socket, 'close')
}
