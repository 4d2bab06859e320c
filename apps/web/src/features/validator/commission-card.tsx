import type { ValidatorDetails } from '@roundsman/contract/validator-details'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../data/use-now.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { Known } from '../../ui/known.tsx'

/** The commission, how far it may go, and when it changed. */
export function CommissionCard({ details }: { details: ValidatorDetails }) {
  const { t } = useTranslation('validator')
  const formats = useFormats()
  const now = useNow()
  const rate = (value: number | null) => (value === null ? null : formats.rate(value))
  const changed = details.commission_updated_at
  const rows = [
    ['now', rate(details.commission_rate)],
    ['highest', rate(details.commission_max_rate)],
    ['perDay', rate(details.commission_max_change_rate)],
    ['changed', changed === null ? null : formats.time(changed, now)],
  ] as const
  return (
    <Card title={t('commission.title')}>
      <Facts>
        {rows.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`commission.${key}`)}</dt>
            <dd>
              <Known>{value}</Known>
            </dd>
          </div>
        ))}
      </Facts>
    </Card>
  )
}
