import type { Clock } from '../../platform/clock.ts'

const timeoutMs = 10_000
const mostBytes = 32 * 1024 * 1024

export interface PageDeps {
  fetch: typeof globalThis.fetch
  clock: Pick<Clock, 'timeoutSignal'>
}

/** The text of a page. @throws Error where it is slow, larger than 32 MiB, or no success; with the host alone */
export async function fetchPage({ fetch, clock }: PageDeps, url: string): Promise<string> {
  const { host } = new URL(url)
  const answer = await fetch(url, { signal: clock.timeoutSignal(timeoutMs) })
  if (!answer.ok || answer.body === null) {
    await answer.body?.cancel()
    throw new Error(`${host} answered ${answer.status}`)
  }
  const parts: Uint8Array[] = []
  let size = 0
  const body: AsyncIterable<Uint8Array> = answer.body
  for await (const part of body) {
    size += part.length
    // Leaving the loop cancels what is still to come.
    if (size > mostBytes) throw new Error(`${host} sent more than ${mostBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
