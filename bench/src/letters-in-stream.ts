import { z } from 'zod'
import { eventStream } from './event-stream.ts'

const Height = z.object({ blocks: z.array(z.object({ height: z.number() })) })

/** Calls back when the letters of a height, committed before, come by the stream of a network, until the signal aborts. */
export async function lettersInStream(
  stream: { url: string; cookie: string },
  stop: AbortSignal,
  came: (height: number, at: number) => void,
): Promise<void> {
  try {
    for await (const { event, data } of eventStream(stream.url, stream.cookie, stop)) {
      const at = performance.now()
      if (event !== 'height') continue
      for (const { height } of Height.parse(data).blocks) came(height, at)
    }
  } catch (error) {
    if (!stop.aborted) throw error
  }
}
