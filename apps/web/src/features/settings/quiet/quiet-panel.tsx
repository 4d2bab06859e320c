import BedtimeOutlined from '@mui/icons-material/BedtimeOutlined'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { quietHoursQuery } from '../../../data/alerts/quiet-hours.ts'
import { useFetch } from '../../../data/api/operation.ts'
import { useNow, useServices } from '../../../data/services/services.ts'
import { TimeZoneContext, useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { StateMark } from '../../../ui/state-mark.tsx'
import { SettingsCard, SettingsFault } from '../settings-card.tsx'
import { QuietForm } from './quiet-form.tsx'

/** When the user wants to be left alone, and whether that is now. */
export function QuietPanel({ zone }: { zone: string }) {
  const { t } = useTranslation('quiet')
  const { client } = useServices()
  const { known, error, fetch } = useFetch(quietHoursQuery(client), null)
  return (
    <SettingsCard
      title={t('title')}
      hint={t('hint')}
      action={
        known ? (
          // By the clocks that the hours are of, as everything here.
          <TimeZoneContext value={known.time_zone ?? zone}>
            <Box sx={{ alignSelf: 'start' }}>
              <QuietMark until={known.is_quiet_until} />
            </Box>
          </TimeZoneContext>
        ) : null
      }
    >
      <SettingsFault error={error} onRetry={fetch} text={t('failed')} />
      {known ? (
        <QuietForm saved={known} profileZone={zone} />
      ) : error === null ? (
        <CircularProgress size={24} aria-label={t('loading')} />
      ) : null}
    </SettingsCard>
  )
}

/** That it is quiet now; goes by itself. */
function QuietMark({ until }: { until: string | null }) {
  const { t } = useTranslation('quiet')
  const formats = useFormats()
  const now = useNow()
  if (until === null || Date.parse(until) <= now) return null
  return (
    <StateMark icon={BedtimeOutlined} tone="info" emphasis="chip">
      {t('quietUntil', { time: formats.shortTime(until, now) })}
    </StateMark>
  )
}
