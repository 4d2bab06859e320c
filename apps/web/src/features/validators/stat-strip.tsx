import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ValidatorsList } from '@roundsman/contract/validators'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ageSeconds } from '../../data/network-health.ts'
import { useNow } from '../../data/use-now.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { AttentionChips } from './attention-chips.tsx'
import { lastBlockOf } from './last-block.ts'
import type { ListView, Show } from './list-search.ts'
import { whereStatsTakeTwoRows } from './stat-rows.ts'

interface Props {
  list: ValidatorsList
  counts: Record<Show, number>
  view: ListView
  onShow: (show: Show) => void
  /** Values are old: they turn grey. */
  old: boolean
}

const Grid = styled(Paper)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns:
    'minmax(0, 1.05fr) minmax(0, 1.2fr) minmax(0, .95fr) minmax(0, .82fr) minmax(min-content, 1.6fr)',
  '& > div': {
    padding: '14px clamp(12px, 1.2vw, 20px)',
    minWidth: 0,
    borderInlineStart: `1px solid ${theme.vars.palette.divider}`,
    '&:first-of-type': { borderInlineStart: 'none' },
  },
  // What needs a person stands below the figures then.
  ...whereStatsTakeTwoRows(theme, {
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    '& > div:last-of-type': {
      gridColumn: '1 / -1',
      borderInlineStart: 'none',
      borderTop: `1px solid ${theme.vars.palette.divider}`,
    },
  }),
  '&[data-old] [data-value]': { color: theme.vars.palette.text.secondary },
}))

/** The network in five figures: height, last block, bonded, active set, and what needs a person. */
export function StatStrip({ list, counts, view, onShow, old }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { status } = list
  const last = lastBlockOf(list.validators)
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
          t('stat.signers', {
            signed: formats.integer(last.signed),
            count: last.voters,
            value: formats.integer(last.voters),
          })
        }
      />
      <Figure
        label={t('stat.bonded')}
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
        value={formats.integer(counts.active)}
        unit={t('stat.of', { value: formats.integer(counts.all) })}
        note={t('stat.outside', { count: counts.inactive, value: formats.integer(counts.inactive) })}
      />
      <div>
        <Typography variant="tableHead" component="div" color="textSecondary" sx={{ fontWeight: 400, mb: 1 }}>
          {t('stat.attention')}
        </Typography>
        <AttentionChips counts={counts} view={view} onShow={onShow} />
        <Typography variant="caption" component="div" color="textSecondary" sx={{ mt: 0.5 }}>
          {t('stat.watched', { count: counts.all, value: formats.integer(counts.all) })}
        </Typography>
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
  const parts = [
    age !== null && t('age.ago', { duration: formats.duration(age) }),
    !short &&
      (age ?? 0) < longAge &&
      status.block_time_seconds !== null &&
      t('stat.blockTime', { duration: formats.blockTime(status.block_time_seconds) }),
  ]
  return parts.filter((part) => part !== false).join(', ')
}

interface FigureProps {
  label: string
  value: string | null
  unit?: string | undefined
  note: ReactNode
}

function Figure({ label, value, unit, note }: FigureProps) {
  const { t } = useTranslation()
  return (
    <div>
      <Typography variant="tableHead" component="div" color="textSecondary" noWrap sx={{ fontWeight: 400 }}>
        {label}
      </Typography>
      <Typography variant="figureM" component="div" noWrap data-value="">
        {value ?? <span aria-label={t('validator.unknownValue')}>–</span>}
        {value !== null && unit ? (
          <Typography variant="body1" component="span" color="textSecondary">
            {' '}
            {unit}
          </Typography>
        ) : null}
      </Typography>
      <Typography variant="caption" component="div" color="textSecondary" noWrap sx={{ minHeight: 16 }}>
        {note}
      </Typography>
    </div>
  )
}
