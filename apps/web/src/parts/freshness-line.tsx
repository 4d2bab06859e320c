import HistoryRounded from '@mui/icons-material/HistoryRounded'
import Typography from '@mui/material/Typography'
import type { NetworkStatus } from '@roundsman/contract/networks/validators'
import { ageSeconds } from '../data/network/network-health.ts'
import { useNow } from '../data/services/services.ts'
import { useFormats } from '../i18n/formats.ts'
import { useTranslation } from '../i18n/use-translation.ts'

/** How old all of it is, at which height, from whom, and how it is known. */
export function FreshnessLine({ status }: { status: NetworkStatus }) {
  const { t } = useTranslation('validator')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const age = ageSeconds(status.observed_at, useNow())
  const parts = [
    age !== null && t('observed', { age: formats.duration(age) }),
    status.height !== null && tCommon('banner.height', { height: formats.integer(status.height) }),
    status.source !== null && tCommon('banner.from', { source: status.source }),
    status.assurance !== null && t(`assurance.${status.assurance}`),
  ].filter((part) => part !== false)
  if (parts.length === 0) return null
  return (
    <Typography
      variant="caption"
      component="p"
      color="textSecondary"
      sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 4, mb: 0 }}
    >
      <HistoryRounded aria-hidden sx={{ fontSize: 16 }} />
      {parts.join(', ')}
    </Typography>
  )
}
