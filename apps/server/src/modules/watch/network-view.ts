import type { NetworkStatus, Validator, ValidatorsList } from '@roundsman/contract/validators'
import { etagOf } from '../../platform/http/etag.ts'
import { type KeptBody, keepBody } from '../../platform/http/kept-body.ts'
import type { KeptBlock } from './batch.ts'
import { blockSeconds, measuredBlocks, type TimedBlock } from './block-times.ts'
import { createLetterRing } from './letter-ring.ts'
import type { StoredSigning } from './network.store.ts'
import { historyOf, type SigningRead, type WindowHistory } from './signing-window.ts'
import { type StatusContext, statusOf } from './status-of.ts'
import type { ValidatorRecord } from './validator-facts.ts'
import { validatorRow } from './validator-row.ts'
import type { NetworkRow } from './watch.schema.ts'

/** What the database had when memory was brought up to date. */
export interface ViewUpdate {
  row: NetworkRow
  records: readonly ValidatorRecord[]
  blocks: readonly KeptBlock[]
  signing: StoredSigning | null
}

/** A network in memory, as the database has it up to batch `seq`. */
export interface NetworkView {
  seq(): number
  epoch(): number
  row(): NetworkRow | null
  update(update: ViewUpdate): void
  /** By rank, then those without one by id. The same objects until something of them changes. */
  validators(): readonly Validator[]
  /** Slot of a validator of the present epoch, for the series. */
  slotOf(validatorId: number): number | null
  status(now: number): NetworkStatus
  /** Body of the list call: the same object until it changes, and its tag with it. */
  list(now: number): ListAnswer
}

export interface ListAnswer {
  body: ValidatorsList
  kept: KeptBody
}

export interface NetworkViewDeps {
  context(row: NetworkRow | null): Omit<StatusContext, 'blockSeconds'>
}

export function createNetworkView({ context }: NetworkViewDeps): NetworkView {
  let row: NetworkRow | null = null
  let ring = createLetterRing()
  let times: TimedBlock[] = []
  let seconds: number | null = null
  let signing: StoredSigning | null = null
  let rows: readonly Validator[] = []
  let rowsJson = '[]'
  let rowsTag = etagOf(rowsJson)
  let listed: (ListAnswer & { statusJson: string }) | null = null
  const records = new Map<number, ValidatorRecord>()
  /** By slot; of the state read at height `historiesOf`. */
  const histories = new Map<number, WindowHistory | null>()
  let historiesOf: number | null = null

  function update(next: ViewUpdate): void {
    if (row?.epoch !== next.row.epoch) {
      records.clear()
      ring = createLetterRing()
      times = []
    }
    row = next.row
    signing = next.signing
    for (const record of next.records) records.set(record.slot, record)
    for (const { height, at, letters } of next.blocks) {
      if (height <= (ring.newest() ?? 0)) continue
      ring.put(height, letters)
      times.push({ height, at })
    }
    times = times.slice(-(measuredBlocks + 1))
    const measured = blockSeconds(times)
    seconds = measured === null ? null : Math.round(measured * 1000) / 1000
    rows = rowsNow(next.row)
    rowsJson = JSON.stringify(rows)
    rowsTag = etagOf(rowsJson)
    listed = null
  }

  function rowsNow(network: NetworkRow): Validator[] {
    const present = [...records.values()].filter((record) => record.removedAt === null)
    const totalPower = present.reduce((sum, record) => sum + record.power, 0n)
    const lettersAt = times.at(-1)?.at ?? null
    const before = new Map(rows.map((one) => [one.id, one]))
    return present
      .sort(byRank)
      .filter((record): record is ValidatorRecord & { id: number } => record.id !== null)
      .map((record) => {
        const read = readOf(record.slot)
        const one = validatorRow(record, {
          ring,
          read,
          history: historyFor(network, record.slot, read),
          window: network.signedBlocksWindow,
          minSignedPerWindow: network.minSignedPerWindow,
          blockSeconds: seconds,
          totalPower,
          lettersAt,
        })
        const old = before.get(one.id)
        return old && isSame(old, one) ? old : one
      })
  }

  function readOf(slot: number): SigningRead | null {
    const tuple = signing?.infos[slot]
    if (!signing || !tuple) return null
    const [startHeight, indexOffset, missed] = tuple
    return { height: signing.stateHeight, startHeight, indexOffset, missed }
  }

  /** Found once for each state read: what was missed before it does not change any more. */
  function historyFor(network: NetworkRow, slot: number, read: SigningRead | null): WindowHistory | null {
    if (read === null || network.signedBlocksWindow === null) return null
    if (historiesOf !== read.height) {
      histories.clear()
      historiesOf = read.height
    }
    const known = histories.get(slot)
    if (known !== undefined) return known
    const found = historyOf(read, ring, slot, network.signedBlocksWindow)
    histories.set(slot, found)
    return found
  }

  const statusContext = (): StatusContext => ({ ...context(row), blockSeconds: seconds })
  const status = (now: number) => statusOf(row, statusContext(), now)

  return {
    seq: () => row?.seq ?? 0,
    epoch: () => row?.epoch ?? 0,
    row: () => row,
    update,
    validators: () => rows,
    slotOf: (validatorId) => [...records.values()].find((record) => record.id === validatorId)?.slot ?? null,
    status,
    list(now) {
      const present = status(now)
      const statusJson = JSON.stringify(present)
      if (listed?.statusJson === statusJson) return listed
      const height = row?.headHeight ?? null
      const body = { network_height: height, validators: [...rows], status: present }
      const json = `{"network_height":${height},"validators":${rowsJson},"status":${statusJson}}`
      // Of what it says, not of the batch: a restored or another database gets to the same numbers.
      listed = { body, kept: keepBody(json, etagOf(`${height} ${rowsTag} ${statusJson}`)), statusJson }
      return listed
    },
  }
}

function byRank(a: ValidatorRecord, b: ValidatorRecord): number {
  return (a.rank ?? Number.MAX_SAFE_INTEGER) - (b.rank ?? Number.MAX_SAFE_INTEGER) || a.slot - b.slot
}

function isSame(a: Validator, b: Validator): boolean {
  return (Object.keys(a) as (keyof Validator)[]).every((key) => a[key] === b[key])
}
