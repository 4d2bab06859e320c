/** The way out to the network. The only file that may name the global `fetch`; everything else is handed one. */
export const systemFetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init)

/** The bytes of an answer of at most so many, decompressed; null: it is longer, and the rest is discarded. */
export async function readBoundedBytes(
  { body }: Pick<Response, 'body'>,
  mostBytes: number,
): Promise<Buffer | null> {
  if (body === null) return Buffer.alloc(0)
  const stream: AsyncIterable<Uint8Array> = body
  const parts: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels what is still to come.
  for await (const part of stream) {
    size += part.byteLength
    if (size > mostBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

interface LinkedSignal {
  signal: AbortSignal
  /** Once what it was for is over: those that live on forget it. */
  release(): void
}

/**
 * A signal that aborts with the first of these, and lets go of the others then. `AbortSignal.any` would leave a reference
 * on one that never aborts, for good and for each call: tens of megabytes a day where every request is such a call.
 */
export function linkedSignal(...signals: readonly AbortSignal[]): LinkedSignal {
  const controller = new AbortController()
  const release = () => {
    for (const signal of signals) signal.removeEventListener('abort', onAbort)
  }
  function onAbort(): void {
    release()
    controller.abort(signals.find(({ aborted }) => aborted)?.reason)
  }
  if (signals.some(({ aborted }) => aborted)) onAbort()
  else for (const signal of signals) signal.addEventListener('abort', onAbort, { once: true })
  return { signal: controller.signal, release }
}

/** What a Retry-After header (seconds, or a date) asks to wait, in ms; null: it says nothing. `now` in Unix ms. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
