import { parseEndpointAddress } from '@roundsman/cometbft/endpoint-address'
import type { Clock } from '../../platform/clock.ts'
import { readBounded } from '../../platform/read-bounded.ts'
import { rootMessage } from '../../platform/root-message.ts'

const timeoutMs = 10_000
const mostBytes = 32 * 1024 * 1024

export interface PageDeps {
  fetch: typeof globalThis.fetch
  clock: Pick<Clock, 'timeoutSignal'>
}

/**
 * The text of a page. User and password of its address go as basic authorization.
 * @throws Error where it is slow, larger than 32 MiB, or no success; of the address it names the host alone
 */
export async function fetchPage(deps: PageDeps, url: string): Promise<string> {
  const address = parseEndpointAddress(url)
  const failure = (reason: string) => new Error(address.redact(`${address.host} ${reason}`))
  const page = await readPage(deps, address).catch((error: unknown) => {
    throw failure(`cannot be read (${rootMessage(error)})`)
  })
  if (page.text === null) throw failure(`sent more than ${mostBytes} bytes`)
  if (!page.ok) throw failure(`answered ${page.status}`)
  return page.text
}

async function readPage(
  { fetch, clock }: PageDeps,
  { target, headers: { authorization } }: ReturnType<typeof parseEndpointAddress>,
): Promise<{ ok: boolean; status: number; text: string | null }> {
  const headers = { accept: 'text/plain', ...(authorization === undefined ? {} : { authorization }) }
  const answer = await fetch(target, { headers, signal: clock.timeoutSignal(timeoutMs) })
  const { ok, status } = answer
  if (ok) return { ok, status, text: await readBounded(answer, mostBytes) }
  await answer.body?.cancel()
  return { ok, status, text: '' }
}
