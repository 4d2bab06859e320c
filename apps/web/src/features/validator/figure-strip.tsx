import type { ValidatorDetails } from '@roundsman/contract/validator-details'
import { isActive } from '@roundsman/contract/validator-state'
import type { NetworkStatus } from '@roundsman/contract/validators'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../data/use-now.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Figure, FigureGrid } from '../../ui/figure-grid.tsx'
import type { WindowUse } from './jail-forecast.ts'

interface Props {
  details: ValidatorDetails
  status: NetworkStatus | undefined
  use: WindowUse | null
  old: boolean
}

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
    <FigureGrid variant="outlined" {...(old ? { 'data-old': '' } : {})}>
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
    </FigureGrid>
  )
}
