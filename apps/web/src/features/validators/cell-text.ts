import { stateOf } from '@roundsman/contract/validator-state'
import type { Validator } from '@roundsman/contract/validators'
import type { TFunction } from 'i18next'
import type { Formats } from '../../i18n/formats.ts'
import { stateWords } from '../../parts/state-words.ts'
import { type ColumnId, columnIds } from './columns.ts'
import type { ListLooks } from './list-context.ts'
import { figureOf } from './validator-figures.ts'

interface Context {
  looks: ListLooks
  /** The server's time, Unix ms. */
  now: number
}

/** A cell as text, when the whole table is copied. */
export function cellText(
  row: Validator,
  columnId: string,
  { looks, now }: Context,
  t: TFunction,
  formats: Formats,
): string {
  const id: ColumnId = columnIds.find((known) => known === columnId) ?? 'more'
  switch (id) {
    case 'moniker':
      return row.moniker ?? row.consensus_address
    case 'state':
      return stateWords(stateOf(row), { now, halted: looks.halted }, t, formats).full
    case 'blocks':
      return row.recent_signatures
    case 'favourite':
    case 'more':
      return ''
    default: {
      const { text, full } = figureOf(id, row, formats, looks)
      return full ?? text ?? '–'
    }
  }
}
