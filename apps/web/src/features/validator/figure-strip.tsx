import type { ValidatorDetails } from '@roundsman/contract/networks/validator-details'
import { isActive } from '@roundsman/contract/networks/validator-state'
import type { NetworkStatus } from '@roundsman/contract/networks/validators'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ageSeconds } from '../../data/network/network-health.ts'
import { useNow } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { Figure, FigureGrid } from '../../ui/page/card.tsx'
import type { WindowUse } from './slashing-window.ts'

/** States are read every 20 s; what is older than the rest by more than a few of them says so. */
const olderBySeconds = 60

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
  const ownKnown = own === null ? null : details.self_delegation_assurance
  const active = isActive(details)
  const bonded = status?.bonded_validators ?? null
  const window = details.signed_blocks_window
  const counted = details.counted_blocks
  const ownAge =
    own === null ? null : ageIfOlder(details.self_delegation_at, status?.observed_at ?? null, now)
  return (
    <FigureGrid variant="outlined" {...(old ? { 'data-old': '' } : {})}>
      <Figure
        label={t('figure.uptime')}
        value={details.uptime === null ? null : formats.percent(details.uptime)}
        note={
          counted === null
            ? null
            : t(counted === window ? 'figure.ofLast' : 'figure.ofCounted', {
                count: counted,
                value: formats.integer(counted),
              })
        }
      />
      <Figure
        label={t('figure.missed')}
        meaning={t('term.missed')}
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
        meaning={t('term.self')}
        value={amount(own)}
        unit={unit?.symbol}
        note={[
          own === null || tokens === null || Number(tokens) === 0
            ? null
            : t('figure.ofTokens', { share: formats.percent(Number(own) / Number(tokens)) }),
          ownAge === null ? null : t('figure.asOf', { age: formats.roughDuration(ownAge) }),
          ownKnown === null || ownKnown === status?.assurance ? null : t(`assurance.${ownKnown}`),
        ]
          .filter((part) => part !== null)
          .join(', ')}
      />
      <Figure
        label={t('figure.commission')}
        meaning={t('term.commission')}
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

/** Seconds since something was read, where that was before the rest was; else null. */
function ageIfOlder(readAt: string | null, restAt: string | null, now: number): number | null {
  const [age, rest] = [ageSeconds(readAt, now), ageSeconds(restAt, now)]
  return age === null || rest === null || age - rest <= olderBySeconds ? null : age
}
