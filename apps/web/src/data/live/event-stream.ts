/** One thing read from an event stream: an event, or a comment that only says that the line is alive. */
export type StreamItem = { event: string; data: string; id: string | null } | 'beat'

/**
 * Reads `text/event-stream` (WHATWG, server-sent events). Unlike the browser's EventSource it shows comments, without
 * which a quiet network cannot be told from a dead line, and leaves the status of a refusal to the caller.
 */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamItem> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  let fields = newFields()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line === '') {
          if (fields.data.length > 0)
            yield { event: fields.event, data: fields.data.join('\n'), id: fields.id }
          fields = { ...newFields(), id: fields.id }
        } else if (line.startsWith(':')) {
          yield 'beat'
        } else {
          take(fields, line)
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

interface Fields {
  event: string
  data: string[]
  id: string | null
}

function newFields(): Fields {
  return { event: 'message', data: [], id: null }
}

function take(fields: Fields, line: string): void {
  const colon = line.indexOf(':')
  const name = colon < 0 ? line : line.slice(0, colon)
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
  if (name === 'event') fields.event = value
  else if (name === 'data') fields.data.push(value)
  else if (name === 'id') fields.id = value
}
