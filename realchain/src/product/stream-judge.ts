import type { ChainTruth } from './chain-truth.ts'

interface StreamedBlock {
  height: number
  at: string
  m: number[]
  n: number[]
  p: number[]
  none: number[]
}

interface StreamedRow {
  id: number
  consensus_address?: string
  jailed?: boolean | null
  tombstoned?: boolean | null
}

type StreamedEvent =
  | { event: 'height'; data: { height: number; at: string; blocks: StreamedBlock[] } }
  | { event: 'validators'; data: { changed: StreamedRow[] } }
  | {
      event: 'status'
      data: { height: number | null; latest_block_at: string | null; refused: object | null }
    }
  | { event: 'hello'; data: object }

/** What a stream has ever said that is not so on the chain, where nobody is jailed and nothing is refused. */
export async function untruthsOf(text: string, truth: ChainTruth): Promise<string[]> {
  const untruths: string[] = []
  const addresses = new Map<number, string>()

  async function judgeHeight(height: number, at: string | null): Promise<void> {
    const { at: time } = await truth.block(height)
    if (at === null || Date.parse(at) !== time) untruths.push(`block ${height} is not of ${at}`)
  }

  async function judgeBlock(block: StreamedBlock): Promise<void> {
    await judgeHeight(block.height, block.at)
    const { letters } = await truth.block(block.height)
    for (const [id, address] of addresses) {
      const shown = letterOf(block, id)
      const letter = letters.get(address) ?? '-'
      if (shown !== letter) untruths.push(`block ${block.height}: ${shown} for ${letter} of ${address}`)
    }
  }

  for (const { event, data } of eventsOf(text)) {
    if (event === 'height') {
      await judgeHeight(data.height, data.at)
      for (const block of data.blocks) await judgeBlock(block)
    }
    if (event === 'validators') {
      for (const row of data.changed) {
        if (row.consensus_address !== undefined) addresses.set(row.id, row.consensus_address)
        if (row.jailed === true || row.tombstoned === true) untruths.push(`jailed: ${JSON.stringify(row)}`)
      }
    }
    if (event === 'status') {
      if (data.height !== null) await judgeHeight(data.height, data.latest_block_at)
      if (data.refused !== null) untruths.push(`refused: ${JSON.stringify(data.refused)}`)
    }
  }
  return untruths
}

/** Every height whose letters a stream has brought, in the order in which they came. */
export function lettersIn(text: string): number[] {
  return eventsOf(text).flatMap(({ event, data }) =>
    event === 'height' ? data.blocks.map(({ height }) => height) : [],
  )
}

function letterOf({ m, n, p, none }: StreamedBlock, id: number): string {
  const named = { m, n, p, '-': none }
  return Object.entries(named).find(([, ids]) => ids.includes(id))?.[0] ?? 's'
}

/** The last message may be half there. */
function eventsOf(text: string): StreamedEvent[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((message) => {
      const event = /^event: (.+)$/m.exec(message)?.[1]
      const data = /^data: (.+)$/m.exec(message)?.[1]
      if (event === undefined || data === undefined) return []
      return [{ event, data: JSON.parse(data) as unknown } as StreamedEvent]
    })
}
