import BedtimeOutlined from '@mui/icons-material/BedtimeOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { quietHoursQuery } from '../../../data/alerts/quiet-hours.ts'
import { useFetch } from '../../../data/api/operation.ts'
import { useNow, useServices } from '../../../data/services/services.ts'
import { TimeZoneContext, useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { StateMark } from '../../../ui/state-mark.tsx'
import { SettingsCard } from '../settings-card.tsx'
import { QuietForm } from './quiet-form.tsx'

/** When the user wants to be left alone, and whether that is now. */
export function QuietPanel({ zone }: { zone: string }) {
  const { t } = useTranslation('quiet')
  const { t: tCommon } = useTranslation()
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
      {error === null ? null : (
        <Alert
          severity="error"
          role="alert"
          sx={{ mb: known ? 4 : 0 }}
          action={
            <Button variant="text" color="inherit" size="small" onClick={fetch}>
              {tCommon('error.tryAgain')}
            </Button>
          }
        >
          {t('failed')}
        </Alert>
      )}
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
