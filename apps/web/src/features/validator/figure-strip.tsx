import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ValidatorDetails } from '@roundsman/contract/validator-details'
import { isActive } from '@roundsman/contract/validator-state'
import type { NetworkStatus } from '@roundsman/contract/validators'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../data/use-now.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import type { WindowUse } from './jail-forecast.ts'
import { Known } from './known.tsx'

interface Props {
  details: ValidatorDetails
  status: NetworkStatus | undefined
  use: WindowUse | null
  old: boolean
}

const Grid = styled(Paper)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(150px, 45%), 1fr))',
  overflow: 'hidden',
  marginBottom: 20,
  '& > div': {
    padding: '14px 20px',
    minWidth: 0,
    // Lines between them in however many rows they stand; those at the edges are clipped.
    boxShadow: `-1px 0 ${theme.vars.palette.divider}, 0 -1px ${theme.vars.palette.divider}, 1px 0 ${theme.vars.palette.divider}`,
    [theme.breakpoints.down('sm')]: { padding: '12px 16px' },
  },
  '&[data-old] [data-value]': { color: theme.vars.palette.text.secondary },
}))

/** The validator in six figures. */
export function FigureStrip({ details, status, use, old }: Props) {
  const { t } = useTranslation('validator')
  const formats = useFormats()
  const now = useNow()
  const unit = status?.unit ?? null
  const amount = (value: string | null) => value && formats.tokens(value, unit?.decimals ?? 0)
  const { rank, tokens, self_delegation: own, commission_updated_at: changed } = details
  const active = isActive(details)
  const bonded = status?.bonded_validators ?? null
  const window = details.signed_blocks_window
  return (
    <Grid variant="outlined" {...(old ? { 'data-old': '' } : {})}>
      <Figure
        label={t('figure.uptime')}
        value={details.uptime === null ? null : formats.percent(details.uptime)}
        note={window === null ? null : t('figure.ofLast', { count: window, value: formats.integer(window) })}
      />
      <Figure
        label={t('figure.missed')}
        value={use && formats.integer(use.missed)}
        note={use && t('figure.jailAbove', { value: formats.integer(use.limit) })}
      />
      <Figure
        label={t('figure.rank')}
        value={rank === null || !active ? null : formats.integer(rank)}
        note={
          active
            ? bonded === null
              ? null
              : t('figure.ofActive', { count: bonded, value: formats.integer(bonded) })
            : t('figure.outside')
        }
      />
      <Figure
        label={t('figure.tokens')}
        value={amount(tokens)}
        unit={unit?.symbol}
        note={active ? t('figure.ofPower', { share: formats.percent(details.voting_power_share) }) : null}
      />
      <Figure
        label={t('figure.self')}
        value={amount(own)}
        unit={unit?.symbol}
        note={
          own === null || tokens === null || Number(tokens) === 0
            ? null
            : t('figure.ofTokens', { share: formats.percent(Number(own) / Number(tokens)) })
        }
      />
      <Figure
        label={t('figure.commission')}
        value={details.commission_rate === null ? null : formats.rate(details.commission_rate)}
        note={
          changed === null
            ? null
            : t('figure.changed', { age: formats.roughDuration((now - Date.parse(changed)) / 1_000) })
        }
      />
    </Grid>
  )
}

interface FigureProps {
  label: string
  value: string | null
  unit?: string | undefined
  note: string | null
}

function Figure({ label, value, unit, note }: FigureProps) {
  return (
    <div>
      <Typography variant="tableHead" component="div" color="textSecondary" sx={{ fontWeight: 400 }}>
        {label}
      </Typography>
      <Typography variant="figureM" component="div" data-value="">
        <Known>{value}</Known>
        {value === null || unit === undefined ? null : (
          <Typography variant="body1" component="span" color="textSecondary">
            {' '}
            {unit}
          </Typography>
        )}
      </Typography>
      <Typography variant="caption" component="div" color="textSecondary" sx={{ minHeight: 16 }}>
        {note}
      </Typography>
    </div>
  )
}
