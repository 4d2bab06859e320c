interface StreamEvent {
  event: string
  data: unknown
}

/** Events of a server-sent event stream as they come; ends when the signal aborts. */
export async function* eventStream(
  url: string,
  cookie: string,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const answer = await fetch(url, { headers: { cookie, accept: 'text/event-stream' }, signal })
  if (!answer.ok || answer.body === null) throw new Error(`the stream answered ${answer.status}`)
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    rest += decoder.decode(chunk, { stream: true })
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = /^event: ?(.*)$/m.exec(block)?.[1]
      const data = /^data: ?(.*)$/m.exec(block)?.[1]
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) }
    }
  }
}
