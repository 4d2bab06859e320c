import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import UpdateRounded from '@mui/icons-material/UpdateRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from '../../i18n/use-translation.ts'
import { silentAfterMs } from '../../data/api/live-line.ts'
import { useLiveState } from '../../data/network/live-provider.tsx'
import { isOld, useNetworkHealth } from '../../data/network/network-health.ts'
import { useNow, useOutage, useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { primaryLanguage } from '../../i18n/i18n.ts'
import type { StateTone } from '../../ui/theme/theme-types.ts'

/** A line across the page, below its top bar, for what concerns all of it. */
const PageBar = styled('div', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: StateTone }>(
  ({ theme, tone }) => ({
    ...theme.typography.table,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 10,
    minHeight: 40,
    boxSizing: 'border-box',
    padding: '8px 24px',
    backgroundColor: theme.vars.palette[tone].tint,
    color: theme.vars.palette.text.primary,
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    '& > svg': { fontSize: 18, flex: 'none', color: theme.vars.palette[tone].main },
    '& > span': { flex: '1 1 0', minWidth: 200 },
    [theme.breakpoints.down('sm')]: { padding: '8px 16px' },
  }),
)

/** What the site has to tell everybody, on every page; it cannot be closed. */
export function NoticeBar() {
  const { boot } = useServices()
  const { t, i18n } = useTranslation()
  if (boot.notice === null) return null
  return (
    <PageBar tone="info" role="region" aria-label={t('app.notice')}>
      <InfoOutlined aria-hidden />
      <span>{boot.notice[primaryLanguage(i18n.language)]}</span>
    </PageBar>
  )
}

/** Says that the server does not answer, and how old what is shown therefore is (P110). VisuallyHidden when it begins. */
export function OutageBar() {
  const since = useOutage()
  return <Box role="alert">{since === null ? null : <Outage since={since} />}</Box>
}

function Outage({ since }: { since: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { clock, session } = useServices()
  const { lastReceivedAt } = useLiveState()
  useNow()
  const now = clock.now()
  const health = useNetworkHealth(false)
  // Where a banner says how old the network's values are, there is one age on the page.
  const age = (isOld(health) ? health.age : null) ?? Math.floor((now - since) / 1_000)
  // The stream may go on though no call is answered.
  const isLive = lastReceivedAt !== null && now - lastReceivedAt < silentAfterMs
  return (
    <PageBar tone="warning">
      <CloudOffOutlined aria-hidden />
      <span>
        {t('outage.title')} {/* It changes every second, which nobody wants to hear. */}
        <span aria-live="off">
          {isLive ? t('outage.live') : t('outage.age', { duration: formats.duration(age) })}
        </span>
      </span>
      <Button variant="text" size="small" onClick={() => void session.ask()}>
        {t('error.tryAgain')}
      </Button>
    </PageBar>
  )
}

/** Says that the site runs a newer program than this page, which understands its stream in part alone (P926). */
export function OutdatedBar() {
  const { t } = useTranslation()
  const { outdated } = useLiveState()
  return (
    <Box role="status">
      {outdated ? (
        <PageBar tone="warning">
          <UpdateRounded aria-hidden />
          <span>{t('outdated')}</span>
          <Button variant="text" size="small" onClick={() => window.location.reload()}>
            {t('fault.reload')}
          </Button>
        </PageBar>
      ) : null}
    </Box>
  )
}
