import type { BridgeFigures } from '@roundsman/contract/bridge-details'
import type { TFunction } from 'i18next'
import type { Formats } from '../../i18n/formats.ts'
import type { Amounts } from './amounts.ts'

export interface MetricGroup {
  name: string
  lines: readonly { label: string; value: string }[]
}

type Line = [label: string, value: string | null]
interface Writing extends Amounts, Pick<Formats, 'integer' | 'time'> {
  /** Unix ms, which times are written by. */
  now: number
}

/** What a push said, in words; what it did not say is left out, and so is a group that is empty then. */
export function metricGroups(
  { peers, storage, processing }: BridgeFigures,
  t: TFunction<'bridges'>,
  writing: Writing,
): MetricGroup[] {
  const count = known(writing.integer)
  const bytes = known(writing.bytes)
  const seconds = known(writing.seconds)
  const time = known((at: string) => writing.time(at, writing.now))
  const groups: [name: string, lines: Line[]][] = [
    [
      t('metrics.peers'),
      [
        [t('metrics.full'), count(peers.full)],
        [t('metrics.archival'), count(peers.archival)],
        [t('metrics.connections'), count(peers.connections)],
      ],
    ],
    [
      t('metrics.storage'),
      [
        [t('metrics.stored'), count(storage.blocks)],
        [t('metrics.tail'), count(storage.tail_height)],
        [t('metrics.write'), seconds(storage.write_seconds)],
        [t('metrics.read'), seconds(storage.read_seconds)],
        [t('metrics.served'), bytes(storage.served_bytes)],
        [t('metrics.reclaimed'), bytes(storage.reclaimed_bytes)],
      ],
    ],
    [
      t('metrics.processing'),
      [
        [t('metrics.processed'), count(processing.blocks)],
        [t('metrics.lastBlock'), time(processing.last_block_at)],
        [t('metrics.publish'), seconds(processing.publish_seconds)],
        [t('metrics.stuck'), count(processing.stuck)],
        [t('metrics.lastStuck'), time(processing.last_stuck_at)],
        [t('metrics.sampled'), count(processing.sampled_height)],
        [t('metrics.memory'), bytes(processing.memory_bytes)],
        [t('metrics.goroutines'), count(processing.goroutines)],
        [t('metrics.files'), count(processing.open_files)],
      ],
    ],
  ]
  return groups.flatMap(([name, all]) => {
    const lines = all.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))
    return lines.length === 0 ? [] : [{ name, lines }]
  })
}

function known<T>(write: (value: T) => string): (value: T | null) => string | null {
  return (value) => (value === null ? null : write(value))
}
