import { type ParsedEvent, parseEvents } from '../../live/testing/parse-events.ts'

/** Reads an event stream over HTTP, event by event. */
export interface StreamReader {
  /** The next event that fits; those before it are passed over. Rejects when the stream ends first. */
  next(fits: (event: ParsedEvent) => boolean): Promise<ParsedEvent>
  /** Resolves when the server has ended it. */
  ended(): Promise<void>
  close(): void
}

export async function openStream(url: string, headers: Record<string, string>): Promise<StreamReader> {
  const abort = new AbortController()
  const answer = await fetch(url, { headers, signal: abort.signal })
  if (answer.status !== 200 || !answer.body) throw new Error(`the stream answered ${answer.status}`)
  const reader = answer.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let waiting: ParsedEvent[] = []

  async function pull(): Promise<boolean> {
    const { done, value } = await reader.read()
    if (done) return false
    text += decoder.decode(value, { stream: true })
    const end = text.lastIndexOf('\n\n')
    if (end < 0) return true
    waiting = [...waiting, ...parseEvents(text.slice(0, end + 2))]
    text = text.slice(end + 2)
    return true
  }

  return {
    async next(fits) {
      for (;;) {
        const found = waiting.findIndex(fits)
        const event = waiting[found]
        if (event) {
          waiting = waiting.slice(found + 1)
          return event
        }
        waiting = []
        if (!(await pull())) throw new Error('the stream has ended')
      }
    },
    async ended() {
      while (await pull()) waiting = []
    },
    close: () => {
      abort.abort()
    },
  }
}
