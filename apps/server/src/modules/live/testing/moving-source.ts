import type { LiveBlock } from '@roundsman/contract/live/live'
import { type NetworkStatus, shownLetters, type Validator } from '@roundsman/contract/networks/validators'
import type { BatchBlocks } from '../../watch/watch.public.ts'
import type { SharedBridges, Source } from '../channel.ts'

type Letter = 's' | 'm' | 'n' | 'p' | '-'

/** A network in memory that moves when a test says so. */
export interface MovingSource extends Source {
  /** A batch with one block; who is not named signs. */
  block(letters?: Readonly<Record<number, Letter>>): void
  /** A batch with blocks of which memory keeps nothing but the strips. */
  gap(): void
  /** A batch without blocks. */
  change(id: number, change: Partial<Validator>): void
  join(id: number): void
  leave(id: number): void
  /** What is known of its bridges from now on. */
  setBridges(bridges: SharedBridges | null): void
}

/** Bonded validators with the ids 1 to `count`, at batch 7 and height 100, a block every six seconds. */
export function createMovingSource(count: number): MovingSource {
  let seq = 7
  let height = 100
  let rows = Array.from({ length: count }, (_, index) => rowOf(index + 1, timeOf(100)))
  let bridges: SharedBridges | null = null
  const batches: BatchBlocks[] = []

  const move = (letterOf: (id: number) => Letter) => {
    const at = timeOf(++height)
    rows = rows.map((row) => {
      const letter = letterOf(row.id)
      const recent_signatures = (row.recent_signatures + letter).slice(-shownLetters)
      return { ...row, recent_signatures, updated_at: letter === '-' ? row.updated_at : at }
    })
    return at
  }
  return {
    seq: () => seq,
    validators: () => rows,
    batchesAfter: (after) => batches.filter((batch) => batch.seq > after),
    status: () => ({ state: 'LIVE', height, latest_block_at: timeOf(height) }) as NetworkStatus,
    bridges: () => bridges,
    setBridges(next) {
      bridges = next
    },
    block(letters = {}) {
      seq++
      const at = move((id) => letters[id] ?? 's')
      const block: LiveBlock = { height, at, m: [], n: [], p: [], none: [] }
      for (const { id } of rows) {
        const letter = letters[id] ?? 's'
        if (letter === '-') block.none.push(id)
        else if (letter !== 's') block[letter].push(id)
      }
      batches.push({ seq, blocks: [block] })
    },
    gap() {
      seq++
      move(() => '-')
    },
    change(id, change) {
      seq++
      rows = rows.map((row) => (row.id === id ? { ...row, ...change } : row))
    },
    join(id) {
      seq++
      rows = [...rows, rowOf(id, timeOf(height))]
    },
    leave(id) {
      seq++
      rows = rows.filter((row) => row.id !== id)
    },
  }
}

const timeOf = (height: number) => new Date(1_700_000_000_000 + height * 6_000).toISOString()

function rowOf(id: number, updatedAt: string): Validator {
  return {
    id,
    operator_address: `celestiavaloper1${String(id).padStart(38, 'q')}`,
    consensus_address: `celestiavalcons1${String(id).padStart(38, 'q')}`,
    moniker: `Validator ${id}`,
    identity: null,
    website: null,
    avatar: null,
    rank: id,
    bond_status: 'BOND_STATUS_BONDED',
    jailed: false,
    tombstoned: false,
    jailed_until: null,
    tokens: '1000000000000',
    voting_power: '1000000',
    voting_power_share: 0.01,
    commission_rate: 0.05,
    uptime: 1,
    missed_blocks: 0,
    signed_blocks_window: 10_000,
    consecutive_missed: 0,
    missed_blocks_exact: true,
    consecutive_missed_exact: true,
    seconds_to_jail: null,
    seconds_to_jail_at_most: null,
    state_assurance: null,
    recent_signatures: 's'.repeat(shownLetters),
    updated_at: updatedAt,
  }
}
