import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { silentAfterMs } from '../data/live/live-line.ts'
import { useLiveState } from '../data/live-provider.tsx'
import { useServices } from '../data/services.ts'
import { useNow } from '../data/use-now.ts'
import { useOutage } from '../data/use-outage.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { PageBar } from '../ui/page-bar.tsx'

/** Says that the server does not answer, and how old what is shown therefore is (P110). VisuallyHidden when it begins. */
export function OutageBar() {
  const since = useOutage()
  return <Box role="alert">{since === null ? null : <Outage since={since} />}</Box>
}

function Outage({ since }: { since: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { clock, session } = useServices()
  const { lastHeardAt } = useLiveState()
  useNow()
  const now = clock.now()
  // The stream may go on though no call is answered.
  const isLive = lastHeardAt !== null && now - lastHeardAt < silentAfterMs
  return (
    <PageBar tone="warning">
      <CloudOffOutlined aria-hidden />
      <span>
        {t('outage.title')} {/* It changes every second, which nobody wants to hear. */}
        <span aria-live="off">
          {isLive
            ? t('outage.live')
            : t('outage.age', { duration: formats.duration(Math.floor((now - since) / 1_000)) })}
        </span>
      </span>
      <Button variant="text" size="small" onClick={() => void session.ask()}>
        {t('error.tryAgain')}
      </Button>
    </PageBar>
  )
}
