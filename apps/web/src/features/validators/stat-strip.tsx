import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { styled as styledPart } from '@mui/material/styles'
import { isActive } from '@roundsman/contract/networks/validator-state'
import type { Validator, ValidatorsList } from '@roundsman/contract/networks/validators'
import { memo, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ageSeconds } from '../../data/network/network-health.ts'
import { useNow, useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { stateIcons, troubleTone } from '../../parts/validator-state.tsx'
import { ToggleChip, ToggleChipRow } from '../../ui/controls/filters.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import type { SettledCounts } from './list/list-rows.ts'
import type { ListView, Show } from './list/list-view.ts'
import { styled } from '../../ui/theme/styled.tsx'

interface Props {
  list: ValidatorsList
  counts: SettledCounts
  view: ListView
  onShow: (show: Show) => void
  /** Values are old: they turn gray. */
  old: boolean
  halted: boolean
}

/** One row at every width that shows it: each column has what its words need, and at least what its figure does. */
const Grid = styledPart(Paper)(({ theme }) => ({
  containerType: 'inline-size',
  display: 'grid',
  gridAutoFlow: 'column',
  overflow: 'hidden',
  '& > div': {
    padding: '14px clamp(10px, 1.4cqi, 20px)',
    borderInlineStart: `1px solid ${theme.vars.palette.divider}`,
    '&:first-of-type': { borderInlineStart: 'none' },
  },
  '&[data-old] [data-value]': { color: theme.vars.palette.text.secondary },
}))
/** One line of parts, of which the last go to the next line as a whole where they have no room: spaced or large letters. */
const Parts = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  // At the beginning of its place, whichever way that reads, and itself in the direction of its letters.
  width: 'fit-content',
  maxWidth: '100%',
  whiteSpace: 'pre',
  minHeight: '1rem',
  '&[data-short]': { width: 'auto', justifyContent: 'flex-end' },
  '&[data-figure]': { minHeight: '1.75rem' },
  '&[data-whole]': { flexWrap: 'nowrap' },
})
/** A block draws all of them: as plain elements they cost a tenth of what styled components do. */
const Label = styled('div')(({ theme }) => ({
  ...theme.typography.tableHead,
  fontWeight: 400,
  color: theme.vars.palette.text.secondary,
}))
const Value = styled('div')(({ theme }) => ({ ...theme.typography.figureM }))
/** On the line of the figure, which it does not make higher. */
const Unit = styled('span')(({ theme }) => ({
  ...theme.typography.body1,
  lineHeight: 1,
  color: theme.vars.palette.text.secondary,
}))
const Note = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  minHeight: 16,
  color: theme.vars.palette.text.secondary,
}))
const NoteButton = styled('button')(({ theme }) => ({
  all: 'unset',
  cursor: 'pointer',
  borderRadius: 3,
  // A target of 24 px (WCAG 2.5.8) on a line of 16, so that no line moves.
  display: 'inline-block',
  padding: 4,
  margin: -4,
  color: theme.vars.palette.accent.text,
  textDecoration: 'underline',
  textUnderlineOffset: 2,
  verticalAlign: 'bottom',
  '&[aria-pressed="true"]': { fontWeight: 600 },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: 1 },
}))

/** The network in five figures: height, last block, bonded, active set, and what needs a person. */
export function StatStrip({ list, counts, view, onShow, old, halted }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { status } = list
  const last = lastBlockOf(list.validators)
  const missed = last === null ? 0 : last.voters - last.signed
  const chosen = view.show === 'missedLast'
  const all = counts.all ?? 0
  const outside = counts.inactive ?? 0
  return (
    <Grid variant="outlined" {...(old ? { 'data-old': '' } : {})}>
      <Figure
        label={t('stat.height')}
        value={list.network_height === null ? null : formats.integer(list.network_height)}
        note={<HeightNote status={status} />}
      />
      <Figure
        label={t('stat.lastBlock')}
        value={last && formats.percent(last.share)}
        unit={t('stat.ofPower')}
        note={
          last &&
          (missed === 0 && !chosen ? (
            t('stat.signers', {
              signed: formats.integer(last.signed),
              count: last.voters,
              value: formats.integer(last.voters),
            })
          ) : (
            <NoteButton
              type="button"
              aria-pressed={chosen}
              title={t('stat.missedLastHint')}
              onClick={() => onShow(chosen ? 'all' : 'missedLast')}
            >
              <span>
                {t('stat.missedLast', {
                  count: missed,
                  missed: formats.integer(missed),
                  value: formats.integer(last.voters),
                })}
              </span>
            </NoteButton>
          ))
        }
      />
      <Figure
        label={t('stat.bonded')}
        whole
        value={
          status.bonded_tokens === null
            ? null
            : formats.tokens(status.bonded_tokens, status.unit?.decimals ?? 0)
        }
        unit={status.unit?.symbol}
        note={
          status.bonded_validators === null
            ? null
            : t('stat.byValidators', {
                count: status.bonded_validators,
                value: formats.integer(status.bonded_validators),
              })
        }
      />
      <Figure
        label={t('stat.activeSet')}
        value={formats.integer(counts.active ?? 0)}
        unit={t('stat.of', { value: formats.integer(all) })}
        note={t('stat.outside', { count: outside, value: formats.integer(outside) })}
      />
      <div>
        <Label style={{ marginBottom: 4 }}>{t('stat.attention')}</Label>
        <AttentionChips counts={counts} view={view} onShow={onShow} halted={halted} />
        <Note style={{ marginTop: 2 }}>{t('stat.watched', { count: all, value: formats.integer(all) })}</Note>
      </div>
    </Grid>
  )
}

/** Seconds from which on the time between blocks says nothing any more. */
const longAge = 60

/** "1 s ago, block 2.61 s"; renders once a second, alone. */
export function HeightNote({ status, short = false }: Pick<ValidatorsList, 'status'> & { short?: boolean }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const age = ageSeconds(status.latest_block_at, useNow())
  const between = status.block_time_seconds
  return (
    <Parts dir="auto" data-short={short ? '' : undefined}>
      {age === null ? null : <span>{t('age.ago', { duration: formats.duration(age) })}</span>}
      {short || between === null || (age ?? 0) >= longAge ? null : (
        <span>
          {age === null ? null : ', '}
          {t('stat.blockTime', { duration: formats.blockTime(between) })}
        </span>
      )}
    </Parts>
  )
}

interface FigureProps {
  label: string
  value: string | null
  unit?: string | undefined
  /** Nothing of it may be cut: an amount whose unit is cut would be another amount. */
  whole?: boolean
  note: ReactNode
}

/** Label, figure with its unit, and note; where there is no room for it the unit stands below the figure. */
function Figure({ label, value, unit, whole = false, note }: FigureProps) {
  const { t } = useTranslation()
  return (
    <div>
      <Label>{label}</Label>
      <Value data-value="">
        <Parts dir="auto" data-figure="" data-whole={whole ? '' : undefined}>
          <span>{value ?? <span aria-label={t('validator.unknownValue')}>–</span>}</span>
          {value !== null && unit ? <Unit> {unit}</Unit> : null}
        </Parts>
      </Value>
      <Note>{note}</Note>
    </div>
  )
}

/** The figures of the head before they are known, as high as they will be. */
export function StatSkeleton() {
  return (
    <Paper
      variant="outlined"
      aria-hidden
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        height: 92,
        px: 5,
        mb: 5,
        alignItems: 'center',
        overflow: 'hidden',
      }}
    >
      {[110, 130, 120, 100, 200].map((width) => (
        <Box key={width}>
          <Skeleton width={width * 0.6} height={10} sx={{ mb: 2 }} />
          <Skeleton width={width} height={18} sx={{ mb: 2 }} />
          <Skeleton width={width * 0.8} height={10} />
        </Box>
      ))}
    </Paper>
  )
}

/** How much of the power signed the newest block; null while no letter of it is known. */
interface LastBlock {
  share: number
  signed: number
  voters: number
}

export function lastBlockOf(rows: readonly Validator[]): LastBlock | null {
  let share = 0
  let total = 0
  let signed = 0
  let voters = 0
  for (const row of rows) {
    const letter = row.recent_signatures.at(-1)
    if (!isActive(row) || letter === undefined || letter === '-') continue
    voters += 1
    total += row.voting_power_share
    if (letter === 'm') continue
    signed += 1
    share += row.voting_power_share
  }
  return voters === 0 || total === 0 ? null : { share: share / total, signed, voters }
}

interface AttentionChipsProps {
  counts: SettledCounts
  view: ListView
  onShow: (show: Show) => void
  /** The network makes no blocks now: nobody comes nearer to jail. */
  halted: boolean
}

const chips = ['risk', 'missing', 'jailed'] as const

/** What needs a person, counted; a click filters the list by it and a second one clears that. */
export const AttentionChips = memo(function AttentionChips({
  counts,
  view,
  onShow,
  halted,
}: AttentionChipsProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { network } = useServices()
  const unknown = chips.filter((show) => counts[show] === null).map((show) => t(`show.${show}`))
  return (
    <ToggleChipRow>
      {chips.map((show) => {
        const count = counts[show]
        if (count === null || count === 0 || (show === 'risk' && halted)) return null
        return (
          <ToggleChip
            key={show}
            type="button"
            aria-pressed={view.show === show}
            onClick={() => onShow(view.show === show ? 'all' : show)}
          >
            <StateMark icon={stateIcons[show]} tone={troubleTone(show)} emphasis="chip">
              {t(`stat.${show}`, { count, value: formats.integer(count) })}
            </StateMark>
          </ToggleChip>
        )
      })}
      <Typography variant="table" component="span" color="textSecondary" noWrap>
        {chips.every((show) => counts[show] === 0) ? t('stat.nothing') : null}
        {unknown.length > 0 ? (
          <span title={t('list.notReported', { network: network.name, columns: unknown.join(', ') })}>
            {t('stat.unknown', { states: unknown.join(', ') })}
          </span>
        ) : null}
      </Typography>
    </ToggleChipRow>
  )
})
