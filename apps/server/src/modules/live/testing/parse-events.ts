export interface ParsedEvent {
  event: string
  id: string | null
  data: Record<string, unknown>
}

/** Reads the text of an event stream as a browser does; comments and the retry field fall away. */
export function parseEvents(text: string): ParsedEvent[] {
  return text
    .split('\n\n')
    .map((block) => new Map(block.split('\n').map((line) => fieldOf(line))))
    .filter((fields) => fields.has('data'))
    .map((fields) => ({
      event: fields.get('event') ?? 'message',
      id: fields.get('id') ?? null,
      data: JSON.parse(fields.get('data') ?? 'null') as Record<string, unknown>,
    }))
}

function fieldOf(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, Math.max(0, colon)), line.slice(colon + 1).replace(/^ /, '')]
}
