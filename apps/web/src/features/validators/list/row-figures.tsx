import { isActive, stateOf } from '@roundsman/contract/networks/validator-state'
import type { NetworkStatus, Validator } from '@roundsman/contract/networks/validators'
import type { Participation } from '@roundsman/contract/governance/governance'
import type { TFunction } from 'i18next'
import { memo } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { isOld, type NetworkHealth } from '../../../data/network/network-health.ts'
import type { Formats } from '../../../i18n/formats.ts'
import { stateText } from '../../../parts/validator-state.tsx'
import { VisuallyHidden } from '../../../ui/known.tsx'
import { type ColumnId, columnIds } from './columns.ts'
import { missedBlocksOf } from './list-rows.ts'
import { styled } from '../../../ui/theme/styled.tsx'

/** What every row needs beside itself; it changes rarely, so that unchanged rows are not drawn again. */
export interface RowContext {
  unit: NetworkStatus['unit']
  /** Seconds since the rows were last true, where they are too old to be taken for the present; else null. */
  staleAge: number | null
  /** Blocks that passed unseen since then; the strips go on with dots. */
  unseenBlocks: number
  /** The network makes no blocks now. */
  halted: boolean
}

/** How rows are written, given how far they may be trusted. A halted network keeps its last state: it is true. */
export function rowContextOf(status: NetworkStatus, health: NetworkHealth | null): RowContext {
  const age = isOld(health) ? health.age : null
  const blockTime = status.block_time_seconds ?? 0
  return {
    unit: status.unit,
    staleAge: age,
    unseenBlocks: age === null || blockTime <= 0 ? 0 : Math.min(60, Math.floor(age / blockTime)),
    halted: health?.kind === 'halted',
  }
}

export function sameRowContext(a: RowContext, b: RowContext): boolean {
  return (
    a.unit?.symbol === b.unit?.symbol &&
    a.unit?.decimals === b.unit?.decimals &&
    a.staleAge === b.staleAge &&
    a.unseenBlocks === b.unseenBlocks &&
    a.halted === b.halted
  )
}

/** A figure of a row as text; null is not known. */
interface Figure {
  text: string | null
  tone: 'plain' | 'quiet' | 'alarm'
  /** The value in full, where the text is short for it. */
  full?: string
}

export type FigureColumn = Extract<ColumnId, 'rank' | 'uptime' | 'missed' | 'tokens' | 'share' | 'commission'>

/** The figures of a row: gray outside the active set and for zero, in the warning tone where jail is near. */
export function figureOf(
  column: FigureColumn,
  row: Validator,
  formats: Formats,
  { unit, halted }: Pick<RowContext, 'unit' | 'halted'>,
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
        text:
          missed === null
            ? null
            : `${formats.integer(missed)}${row.missed_blocks_exact !== false ? '' : '+'}`,
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

const Text = styled('span')(({ theme }) => ({
  '&[data-tone="quiet"]': { color: theme.vars.palette.text.secondary },
  '&[data-tone="alarm"]': { color: theme.vars.palette.error.main, fontWeight: 600 },
}))

/** A figure, or "–" that is read as "unknown". */
export const FigureText = memo(function FigureText({ text, tone, full }: Figure) {
  const { t } = useTranslation()
  if (text === null)
    return (
      <Text data-tone="quiet">
        <span aria-hidden>–</span>
        <VisuallyHidden>{t('validator.unknownValue')}</VisuallyHidden>
      </Text>
    )
  return (
    <Text data-tone={tone} title={full}>
      {text}
    </Text>
  )
})

/** In how many of the last votes somebody voted, of those of which it is known. */
export function votesFigure(
  id: number,
  participation: Participation | null,
  t: TFunction<'list'>,
  formats: Formats,
): Figure {
  const of = participation?.validators.find(({ validator_id }) => validator_id === id)
  if (participation === null || of === undefined) return { text: null, tone: 'quiet' }
  const { voted, not_voted: notVoted } = of
  const unknown = participation.proposals - voted - notVoted
  const [done, counted] = [formats.integer(voted), formats.integer(voted + notVoted)]
  const full = t('votes.full', { done, counted, count: voted + notVoted })
  return {
    text: t('votes.of', { done, counted }),
    tone: 'plain',
    full:
      unknown > 0
        ? `${full} ${t('votes.unknown', { value: formats.integer(unknown), count: unknown })}`
        : full,
  }
}

interface Context {
  context: RowContext
  /** The server's time, Unix ms. */
  now: number
  /** null: not asked for, or not there yet. */
  participation: Participation | null
  tList: TFunction<'list'>
}

/** A cell as text, when the whole table is copied. */
export function cellText(
  row: Validator,
  columnId: string,
  { context, now, participation, tList }: Context,
  t: TFunction,
  formats: Formats,
): string {
  const id: ColumnId = columnIds.find((known) => known === columnId) ?? 'more'
  switch (id) {
    case 'moniker':
      return row.moniker ?? row.consensus_address
    case 'state':
      return stateText(stateOf(row), { now, halted: context.halted }, t, formats).full
    case 'blocks':
      return row.recent_signatures
    case 'favourite':
    case 'more':
      return ''
    case 'votes': {
      const { full, text } = votesFigure(row.id, participation, tList, formats)
      return full ?? text ?? '–'
    }
    default: {
      const { text, full } = figureOf(id, row, formats, context)
      return full ?? text ?? '–'
    }
  }
}
