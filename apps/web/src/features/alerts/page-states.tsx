import HubOutlined from '@mui/icons-material/HubOutlined'
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from '../../i18n/use-translation.ts'
import { formProblem } from '../../data/api/errors.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { RouteButton } from '../../ui/controls/links.tsx'
import { styled } from '../../ui/theme/styled.tsx'

const Skip = styled('button')(({ theme }) => ({
  all: 'unset',
  ...theme.typography.button,
  position: 'fixed',
  top: 12,
  insetInlineStart: 16,
  zIndex: 2001,
  padding: '10px 16px',
  borderRadius: 8,
  color: theme.vars.palette.accent.text,
  backgroundColor: theme.vars.palette.background.raised,
  border: `1px solid ${theme.vars.palette.dividerStrong}`,
  '&:focus': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: 2 },
  // Nowhere, however the page is scrolled, until it has the focus.
  '&:not(:focus)': { width: 1, height: 1, padding: 0, border: 0, overflow: 'hidden', clipPath: 'inset(50%)' },
}))

/** Past everything that stands above the boxes (P401); seen while it has the focus. */
export function SkipToSettings() {
  const { t } = useTranslation('alerts')
  const skip = () => document.querySelector<HTMLElement>('[role="grid"] [data-row][tabindex="0"]')?.focus()
  return (
    <Skip type="button" onClick={skip}>
      {t('skip')}
    </Skip>
  )
}

const rows = Array.from({ length: 14 }, (_, at) => 120 + ((at * 37) % 90))

/** The page in the shape of what comes. */
export function PageSkeleton({ wide }: { wide: boolean }) {
  const { t } = useTranslation('alerts')
  return (
    <Box
      role="status"
      aria-label={t('loading')}
      sx={{
        display: 'grid',
        gap: 5,
        gridTemplateColumns: wide ? '17rem minmax(0, 1fr)' : 'minmax(0, 1fr)',
      }}
    >
      {wide ? <Bars /> : null}
      <Bars />
    </Box>
  )
}

/** The settings alone, in the shape of what comes. */
export function PanelSkeleton() {
  const { t } = useTranslation('alerts')
  return (
    <div role="status" aria-label={t('loading')}>
      <Bars />
    </div>
  )
}

function Bars() {
  return (
    <Paper variant="outlined" sx={{ p: 5, display: 'grid', gap: 5, alignContent: 'start' }}>
      {rows.map((px) => (
        <Skeleton key={px} width={px} height={14} sx={{ maxWidth: '100%' }} />
      ))}
    </Paper>
  )
}

/** In place of settings that never came: what failed, what still holds, and the way on. */
export function LoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('alerts')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  return (
    <Paper variant="outlined" role="alert">
      <LoadFailed error={error} onRetry={onRetry} title={t('error.title')}>
        {formProblem(error, tCommon, formats)} {t('error.stillSent')}
      </LoadFailed>
    </Paper>
  )
}

/** In place of settings while nothing is chosen. */
export function NoTarget() {
  const { t } = useTranslation('alerts')
  const { network } = useServices()
  return (
    <Paper variant="outlined">
      <EmptyState
        icon={NotificationsOutlined}
        title={t('noTarget.title')}
        actions={
          <>
            <RouteButton to="/alerts" search={{ target: 'every' }}>
              {t('target.every')}
            </RouteButton>
            {network.is_da_enabled ? (
              <RouteButton to="/alerts" search={{ target: 'bridges' }}>
                {t('target.bridges')}
              </RouteButton>
            ) : null}
            <RouteButton to="/alerts" search={{ target: 'network' }}>
              {t('target.network')}
            </RouteButton>
          </>
        }
      >
        {t('noTarget.text')}
      </EmptyState>
    </Paper>
  )
}

interface NoBridgeProps {
  /** What the network is called. */
  network: string
}

/** In place of the settings of bridges: the one that was chosen is not there, or none has reported yet. */
export function NoBridge({ isGone, network }: NoBridgeProps & { isGone: boolean }) {
  return isGone ? <NoSuchBridge network={network} /> : <NoBridges network={network} />
}

function NoBridges({ network }: NoBridgeProps) {
  const { t } = useTranslation('alerts')
  const { t: tBridges } = useTranslation('bridges')
  return (
    <Paper variant="outlined">
      <EmptyState
        icon={HubOutlined}
        title={t('noBridges.title')}
        actions={<RouteButton to="/bridges">{tBridges('detail.toBridges')}</RouteButton>}
      >
        {t('noBridges.text', { network })}
      </EmptyState>
    </Paper>
  )
}

function NoSuchBridge({ network }: NoBridgeProps) {
  const { t } = useTranslation('alerts')
  const { t: tBridges } = useTranslation('bridges')
  return (
    <Paper variant="outlined">
      <EmptyState
        icon={HubOutlined}
        title={tBridges('detail.missing.title')}
        actions={
          <RouteButton to="/alerts" search={{ target: 'bridges' }}>
            {t('target.everyBridge')}
          </RouteButton>
        }
      >
        {tBridges('detail.missing.text', { network })}
      </EmptyState>
    </Paper>
  )
}
