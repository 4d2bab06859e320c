import { isActive, stateOf } from '@roundsman/contract/validator-state'
import type { Validator } from '@roundsman/contract/validators'
import type { Formats } from '../../i18n/formats.ts'
import type { ColumnId } from './columns.ts'
import type { ListLooks } from './list-context.ts'
import { missedBlocksOf } from './sort-values.ts'

/** A figure of a row as text; null is not known. */
export interface Figure {
  text: string | null
  tone: 'plain' | 'quiet' | 'alarm'
  /** The value in full, where the text is short for it. */
  full?: string
}

export type FigureColumn = Extract<ColumnId, 'rank' | 'uptime' | 'missed' | 'tokens' | 'share' | 'commission'>

/** The figures of a row: grey outside the active set and for zero, in the warning tone where jail is near. */
export function figureOf(
  column: FigureColumn,
  row: Validator,
  formats: Formats,
  { unit, halted }: Pick<ListLooks, 'unit' | 'halted'>,
): Figure {
  const outside = !isActive(row)
  const atRisk = stateOf(row).kind === 'risk' && !halted
  const plain = outside ? 'quiet' : 'plain'
  switch (column) {
    case 'rank':
      return { text: row.rank === null || outside ? null : formats.integer(row.rank), tone: 'quiet' }
    case 'uptime':
      return {
        text: row.uptime === null ? null : formats.percent(row.uptime),
        tone: atRisk ? 'alarm' : plain,
      }
    case 'missed': {
      const missed = missedBlocksOf(row)
      return {
        text: missed === null ? null : formats.integer(missed),
        tone: atRisk ? 'alarm' : missed === 0 ? 'quiet' : plain,
      }
    }
    case 'tokens': {
      if (row.tokens === null) return { text: null, tone: plain }
      const decimals = unit?.decimals ?? 0
      return {
        text: formats.tokens(row.tokens, decimals),
        tone: plain,
        full: `${formats.tokensInFull(row.tokens, decimals)} ${unit?.symbol ?? ''}`.trim(),
      }
    }
    case 'share':
      return { text: outside ? null : formats.percent(row.voting_power_share), tone: plain }
    case 'commission':
      return { text: row.commission_rate === null ? null : formats.rate(row.commission_rate), tone: 'quiet' }
  }
}
