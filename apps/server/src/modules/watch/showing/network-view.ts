import type { LiveBlock } from '@roundsman/contract/live/live'
import {
  type NetworkStatus,
  shownLetters,
  type Validator,
  type ValidatorsList,
} from '@roundsman/contract/networks/validators'
import type { KeptAnswer } from '../../../platform/http/kept-bodies.ts'
import { etagOf, keepBody } from '../../../platform/http/send-json.ts'
import { type ChainModel, modelAfter, type ModelUpdate } from '../model/chain-model.ts'
import { blockSeconds, codeAt, letterOf } from '../model/letter-ring.ts'
import type { NumberedBlock } from '../model/model.store.ts'
import type { ValidatorRecord } from '../model/validator-facts.ts'
import { type ValidatorValues, valuesAt } from '../model/validator-values.ts'
import type { NetworkRow } from '../model/watch.schema.ts'
import {
  readTime,
  type ClockReading,
  type RowTimes,
  stateOf,
  type StatusContext,
  statusOf,
} from './network-status.ts'

/** What the database had when memory was brought up to date. */
export interface ViewUpdate extends ModelUpdate {
  blocks: readonly NumberedBlock[]
  /** When `row` was read. */
  readAt: ClockReading
}

/** A network in memory, as the database has it up to batch `seq`. */
export interface NetworkView {
  seq(): number
  epoch(): number
  row(): NetworkRow | null
  model(): ChainModel | null
  update(update: ViewUpdate): void
  /** What else the status is made of has changed: bodies are made anew. */
  forgetBodies(): void
  /** By rank, then those without one by id. The same objects until something of them changes. */
  validators(): readonly Validator[]
  /** At a moment of this process's monotonic clock, ms. */
  status(monotonic: number): NetworkStatus
  /** What the batches after `seq` brought, oldest first, as far as memory goes back; for the stream. */
  batchesAfter(seq: number): readonly BatchBlocks[]
  /** Body of the list call: the same object until it changes, and its tag with it. `monotonic` as for `status`. */
  list(monotonic: number): KeptAnswer<ValidatorsList>
}

/** What the status needs that is not of the chain itself. */
type SiteContext = Omit<StatusContext, 'blockSeconds' | 'signedPowerShare' | 'times'>

/**
 * The model of a chain as the page is shown it: rows, status, and the bytes of the list.
 * @param avatarOf asked when the rows of an update are first asked for: a picture that came since is in the next ones
 */
export function createNetworkView(
  context: (row: NetworkRow | null) => SiteContext,
  avatarOf: AvatarOf,
): NetworkView {
  let model: ChainModel | null = null
  let seconds: number | null = null
  let times: RowTimes = { started: null, observed: null, syncing: null }
  let lastRead: ClockReading | null = null
  /** As they were last asked for; `isCurrent`: after the newest update. */
  let shown: { rows: readonly Validator[]; isCurrent: boolean } = { rows: [], isCurrent: true }
  let packed: { rows: readonly Validator[]; json: string; tag: string } | null = null
  let slots: { records: ChainModel['records']; ids: ReadonlyMap<number, number> } | null = null
  let listed: KeptAnswer<ValidatorsList> | null = null

  const batches = createRecentBatches()

  function update(next: ViewUpdate): void {
    const isFirst = model?.row.epoch !== next.row.epoch
    model = modelAfter(model, next)
    if (isFirst) batches.clear()
    else batches.add(next.blocks, idsOf(model))
    const moments = { now: next.readAt, last: lastRead }
    times = {
      started: readTime(times.started, next.row.startedAt, moments),
      observed: readTime(times.observed, next.row.observedAt, moments),
      syncing: readTime(times.syncing, next.row.syncingAt, moments),
    }
    lastRead = next.readAt
    const newest = model.ring.newest()
    const measured = newest === null ? null : blockSeconds(model.ring, newest)
    seconds = measured === null ? null : Math.round(measured * 1000) / 1000
    shown = { ...shown, isCurrent: false }
    packed = null
    listed = null
  }

  function idsOf(of: ChainModel): ReadonlyMap<number, number> {
    if (slots?.records !== of.records)
      slots = { records: of.records, ids: new Map(presentIn(of).map(({ slot, id }) => [slot, id])) }
    return slots.ids
  }

  /** Made when somebody asks: most batches are followed by the next one before anybody has. */
  function validators(): readonly Validator[] {
    if (!shown.isCurrent && model !== null)
      shown = { rows: rowsOf(model, shown.rows, avatarOf), isCurrent: true }
    return shown.rows
  }

  function packedRows() {
    const rows = validators()
    if (packed?.rows === rows) return packed
    const json = JSON.stringify(rows)
    packed = { rows, json, tag: etagOf(json) }
    return packed
  }

  const row = () => model?.row ?? null
  const statusContext = (): StatusContext => ({
    ...context(row()),
    blockSeconds: seconds,
    signedPowerShare: model?.signedPowerShare ?? null,
    times,
  })
  const status = (monotonic: number) => statusOf(row(), statusContext(), monotonic)

  return {
    seq: () => row()?.seq ?? 0,
    epoch: () => row()?.epoch ?? 0,
    row,
    model: () => model,
    update,
    forgetBodies() {
      listed = null
    },
    validators,
    status,
    batchesAfter: (seq) => batches.after(seq),
    list(monotonic) {
      // Between two updates nothing of the status moves but its state.
      if (listed?.body.status.state === stateOf(row(), statusContext(), monotonic)) return listed
      const state = status(monotonic)
      const statusJson = JSON.stringify(state)
      const height = row()?.headHeight ?? null
      const seq = row()?.seq ?? 0
      const { rows, json: rowsJson, tag } = packedRows()
      const body = { network_height: height, validators: [...rows], status: state, seq }
      const json = `{"network_height":${height},"validators":${rowsJson},"status":${statusJson},"seq":${seq}}`
      // Of all that it says, not of the batch alone: a restored or another database gets to the same numbers.
      listed = { body, kept: keepBody(json, etagOf(`${height} ${tag} ${statusJson} ${seq}`)) }
      return listed
    },
  }
}

/** Those that are in the list. */
function presentIn({ records }: ChainModel) {
  return records.filter(
    (record): record is ValidatorRecord & { id: number } => record.removedAt === null && record.id !== null,
  )
}

/** The rows of the list; of those that say the same as before, the same objects. */
function rowsOf(model: ChainModel, shown: readonly Validator[], avatarOf: AvatarOf): Validator[] {
  const { ring } = model
  const newest = ring.newest()
  const lettersAt = newest === null ? null : ring.time(newest)
  const before = new Map(shown.map((one) => [one.id, one]))
  const values = valuesAt(model, newest)
  return presentIn(model)
    .sort(byRank)
    .flatMap((record) => {
      const known = values[record.slot]
      if (!known) return []
      const strip = { letters: ring.recent(record.slot, shownLetters), lettersAt }
      const row = validatorRow(record, known, strip, avatarOf)
      const old = before.get(row.id)
      return [old && isSame(old, row) ? old : row]
    })
}

function byRank(a: ValidatorRecord, b: ValidatorRecord): number {
  return (a.rank ?? Number.MAX_SAFE_INTEGER) - (b.rank ?? Number.MAX_SAFE_INTEGER) || a.slot - b.slot
}

function isSame(a: Validator, b: Validator): boolean {
  return (Object.keys(a) as (keyof Validator)[]).every((key) => a[key] === b[key])
}

/** The blocks that one committed batch brought, oldest first. */
export interface BatchBlocks {
  seq: number
  blocks: readonly LiveBlock[]
}

/** What the newest batches brought, for those who follow a network batch by batch. */
interface RecentBatches {
  /** `blocks` are in order; `shown` has the slot of every validator that is in the list, and is not changed later. */
  add(blocks: readonly NumberedBlock[], shown: ReadonlyMap<number, number>): void
  /** Every batch after `seq` that brought blocks, oldest first; what is too long ago is left out. */
  after(seq: number): readonly BatchBlocks[]
  clear(): void
}

/** Blocks that are kept: a strip has 60, and a stream comes by every second. */
const keptBlocks = 300

export function createRecentBatches(): RecentBatches {
  let kept: { seq: number; live: () => LiveBlock }[] = []
  return {
    add(blocks, shown) {
      kept.push(
        ...blocks.slice(-keptBlocks).map((block) => ({ seq: block.seq, live: liveWhenAsked(block, shown) })),
      )
      kept.splice(0, kept.length - keptBlocks)
    },
    after(seq) {
      const found = new Map<number, LiveBlock[]>()
      for (const { seq: number, live } of kept)
        if (number > seq) found.set(number, [...(found.get(number) ?? []), live()])
      return [...found].map(([number, blocks]) => ({ seq: number, blocks }))
    },
    clear() {
      kept = []
    },
  }
}

/** What is said of a block, made once it is asked for: where nobody looks on, it never is. */
function liveWhenAsked(block: NumberedBlock, shown: ReadonlyMap<number, number>): () => LiveBlock {
  let made: LiveBlock | null = null
  return () => (made ??= liveBlock(block, shown))
}

function liveBlock(
  { height, at, letters, assurance }: NumberedBlock,
  shown: ReadonlyMap<number, number>,
): LiveBlock {
  const known = assurance === null ? {} : { assurance }
  const time = new Date(at).toISOString()
  const block: LiveBlock = { height, at: time, ...known, m: [], n: [], p: [], none: [] }
  for (const [slot, id] of shown) {
    const letter = letterOf(codeAt(letters, slot))
    if (letter === '-') block.none.push(id)
    else if (letter === 'm' || letter === 'n' || letter === 'p') block[letter].push(id)
  }
  return block
}

interface Strip {
  /** The last blocks, oldest first. */
  letters: string
  /** Header time of the newest one, Unix ms. */
  lettersAt: number | null
}

/** Where the picture of an identity is served; null: none is known. */
export type AvatarOf = (identity: string | null) => string | null

/** A row of the validators list. Pure. */
export function validatorRow(
  record: ValidatorRecord & { id: number },
  values: ValidatorValues,
  { letters, lettersAt }: Strip,
  avatarOf: AvatarOf,
): Validator {
  return {
    id: record.id,
    operator_address: record.operatorAddress,
    consensus_address: record.consensusAddress,
    moniker: record.moniker,
    identity: record.identity,
    website: record.website,
    avatar: avatarOf(record.identity),
    rank: record.rank,
    bond_status: record.bondStatus,
    jailed: record.jailed,
    tombstoned: record.tombstoned,
    jailed_until: timeOf(record.jailedUntil),
    tokens: record.tokens?.toString() ?? null,
    voting_power: record.power.toString(),
    voting_power_share: values.powerShare,
    commission_rate: values.commissionRate,
    uptime: values.uptime,
    missed_blocks: values.missedBlocks,
    missed_blocks_exact: values.missedBlocksExact,
    signed_blocks_window: values.window,
    consecutive_missed: values.consecutiveMissed,
    consecutive_missed_exact: values.consecutiveMissedExact,
    seconds_to_jail: values.secondsToJail,
    seconds_to_jail_at_most: values.secondsToJailAtMost,
    recent_signatures: letters,
    state_assurance: record.stateAssurance,
    updated_at: new Date(updatedAt(record, values, lettersAt)).toISOString(),
  }
}

/** When something was last observed of the validator: its letters, or a change of its state. */
function updatedAt(record: ValidatorRecord, values: ValidatorValues, lettersAt: number | null): number {
  return Math.max(record.changedAt, values.letter === null ? 0 : (lettersAt ?? 0))
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
