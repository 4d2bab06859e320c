import { z } from 'zod'

const Status = z.object({
  result: z.object({ sync_info: z.object({ latest_block_height: z.coerce.number() }) }),
})

/** Newest height that the endpoint's `/status` says. */
export async function statusHeight(endpoint: string): Promise<number> {
  const answer = await fetch(`${endpoint}/status`)
  return Status.parse(await answer.json()).result.sync_info.latest_block_height
}

/** Asks `/status` again and again with a pause, and reports each height when it is first seen. */
export async function statusLoop(
  endpoint: string,
  pauseMs: number,
  signal: AbortSignal,
  seen: (height: number, at: number) => void,
): Promise<void> {
  let known = 0
  while (!signal.aborted) {
    const height = await statusHeight(endpoint).catch(() => known)
    const at = performance.now()
    for (let next = Math.max(known + 1, known === 0 ? height : 0); next <= height; next += 1) seen(next, at)
    known = Math.max(known, height)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
