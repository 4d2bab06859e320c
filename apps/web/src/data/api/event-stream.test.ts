import { describe, expect, it } from 'vitest'
import { readEventStream, type StreamItem } from './live-line.ts'

async function read(...chunks: string[]): Promise<StreamItem[]> {
  const bytes = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(bytes.encode(chunk))
      controller.close()
    },
  })
  const items: StreamItem[] = []
  for await (const piece of readEventStream(stream)) items.push(...piece)
  return items
}

describe('reading an event stream', () => {
  it('puts together what arrives in pieces', async () => {
    expect(await read('eve', 'nt: a\nda', 'ta: 1\n', '\n')).toEqual([{ event: 'a', data: '1', id: null }])
  })
  it('joins lines of data, takes any line end, and an id is that of its event alone', async () => {
    expect(await read('id: 3\r\ndata: x\r\ndata:y\r\n\r\ndata: z\n\n')).toEqual([
      { event: 'message', data: 'x\ny', id: '3' },
      { event: 'message', data: 'z', id: null },
    ])
  })
  it('P35: shows comments and passes over an event without data', async () => {
    expect(await read(': hi\n\nevent: a\n\n: ho\n')).toEqual(['beat', 'beat'])
  })
})
