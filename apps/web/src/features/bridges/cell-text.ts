import type { Bridge } from '@roundsman/contract/bridges'
import type { TFunction } from 'i18next'
import { ageSeconds } from '../../data/network-health.ts'
import type { Formats } from '../../i18n/formats.ts'
import { secondsBehind } from '../../parts/bridge-lag.ts'
import { type ColumnId, columnIds } from './bridge-columns.ts'
import type { ListLooks, Surroundings } from './list-looks.ts'

interface Context {
  looks: ListLooks
  validators: Surroundings['validators']
  /** The server's time, Unix ms. */
  now: number
}

/** A cell as text, when the whole table is copied; null where it is not known. */
export function cellText(
  row: Bridge,
  columnId: string,
  { looks, validators, now }: Context,
  t: TFunction<'bridges'>,
  formats: Formats,
): string | null {
  const id: ColumnId = columnIds.find((known) => known === columnId) ?? 'name'
  switch (id) {
    case 'name':
      return row.name
    case 'peer':
      return row.peer_id
    case 'sync':
      return t(`sync.${row.sync_status}`)
    case 'height':
    case 'lag':
      return row[id] === null ? null : formats.integer(row[id])
    case 'behind': {
      const seconds = secondsBehind(row, looks.blockSeconds)
      return seconds === null ? null : formats.duration(seconds)
    }
    case 'version':
      return row.version
    case 'update': {
      const age = ageSeconds(row.last_otel_update, now)
      return age === null ? null : formats.duration(age)
    }
    case 'more':
      return ''
    case 'source':
      return t(`source.${row.source}`)
    case 'validator':
      return (row.validator_id === null ? undefined : validators.get(row.validator_id))?.moniker ?? null
  }
}
