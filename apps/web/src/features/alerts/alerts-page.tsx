import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { channelsQuery } from '../../data/channels-query.ts'
import { alertSettingsQuery } from '../../data/alert-settings-query.ts'
import { useFetch } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { useFavourites } from '../../data/use-favourites.ts'
import { useDeferredFetch } from '../../data/use-deferred-fetch.ts'
import { useNetworkHealth } from '../../data/use-network-health.ts'
import { useUser } from '../../data/use-user.ts'
import { useValidators } from '../../data/use-validators.ts'
import { hasNetworkBanner, NetworkBanner } from '../../parts/network-banner.tsx'
import { slimHeight } from '../../ui/slim-alert.tsx'
import { ChannelCards } from './channel-cards.tsx'
import { channelStates } from './channel-state.ts'
import { ChannelWarning } from './channel-warning.tsx'
import { entriesByValidator } from './entries-by-validator.ts'
import { LoadError } from './load-error.tsx'
import { PageActions } from './page-actions.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { standardTarget } from './standard-target.ts'
import { searchOf, type Target } from './target.ts'
import { TargetContent } from './target-content.tsx'
import { TargetList } from './target-list.tsx'
import { TargetPicker } from './target-picker.tsx'
import { useAlertsWidth } from './use-alerts-width.ts'
import { useChoices } from './use-choices.ts'
import { useUserSettings } from './use-user-settings.ts'

/** What the user wants to be told of, and how. */
export function AlertsPage() {
  const { t } = useTranslation('shell')
  const { i18n } = useTranslation()
  const { client } = useServices()
  const navigate = useNavigate()
  const search = useSearch({ from: '/members/alerts' })
  const width = useAlertsWidth()
  const list = useDeferredFetch(useValidators())
  const health = useNetworkHealth()
  const profile = useUser()
  const { ids: mine } = useFavourites()
  const settings = useFetch(alertSettingsQuery(client, i18n.resolvedLanguage ?? 'en'), null)
  const user = useUserSettings()
  const site = useFetch(channelsQuery(client), null)
  const validators = useMemo(() => list.known?.validators ?? [], [list.known])
  const entries = useMemo(
    () => (settings.known && user.known ? entriesByValidator(user.known.entries, settings.known) : new Map()),
    [settings.known, user.known],
  )
  const { choices, bridges, chosen } = useChoices(validators, search)
  const [standard, setStandard] = useState<Target | null>(null)
  const ready = settings.known && user.known && list.known
  const candidate = ready && standard === null ? standardTarget({ validators, mine, entries }) : null
  // Chosen once: who is in trouble changes, and what somebody edits stays.
  if (candidate) setStandard(candidate)
  const target = chosen ?? standard
  const onTarget = (next: Target) => void navigate({ to: '/alerts', search: searchOf(next) })
  const channels = profile ? channelStates(site.known ?? null, profile) : []
  const failed = [settings, user, list].find(({ known, error }) => known === undefined && error !== null)
  const retry = () => {
    for (const one of [settings, user, list]) if (one.known === undefined) one.fetch()
  }
  const saved = user.known?.entries ?? []
  const targets = { choices, bridges, mine, entries, saved, target, onTarget }
  const banner =
    list.known && hasNetworkBanner(health) ? (
      <NetworkBanner health={health} status={list.known.status} />
    ) : null
  const narrow = width === 'narrow'
  const pageActions = user.known ? (
    <PageActions {...{ target, choices, onTarget }} entries={user.known.entries} />
  ) : null
  const state = {
    staleAge: health?.kind === 'stale' ? health.age : null,
    halted: health?.kind === 'halted',
  }
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: narrow ? 'wrap' : 'nowrap',
          alignItems: 'center',
          gap: narrow ? '8px 12px' : 4,
          minHeight: slimHeight,
          mb: 4,
        }}
      >
        <Typography variant="h4" component="h1" sx={{ flex: 'none', maxWidth: '100%' }}>
          {t('nav.alerts')}
        </Typography>
        <Box sx={{ flex: '1 1 0', minWidth: 0 }}>{narrow ? null : banner}</Box>
        {narrow ? null : pageActions}
      </Box>
      {narrow && banner ? <Box sx={{ mb: 3 }}>{banner}</Box> : null}
      {narrow ? <ChannelWarning channels={channels} /> : <ChannelCards channels={channels} />}
      {!ready && failed?.error ? (
        <LoadError error={failed.error} onRetry={retry} />
      ) : !settings.known || !user.known || !list.known ? (
        <PageSkeleton width={width} />
      ) : (
        <Box
          sx={{
            display: 'grid',
            alignItems: 'start',
            gap: width === 'wide' ? 5 : 0,
            gridTemplateColumns: width === 'wide' ? '17rem minmax(0, 1fr)' : 'minmax(0, 1fr)',
          }}
        >
          {width === 'wide' ? (
            <Paper
              variant="outlined"
              sx={{
                p: 3,
                position: 'sticky',
                top: 'calc(var(--rm-bar-height, 0px) + 16px)',
                maxHeight: 'calc(100dvh - var(--rm-bar-height, 0px) - 32px)',
                overflowY: 'auto',
              }}
            >
              <TargetList {...targets} />
            </Paper>
          ) : (
            <TargetPicker {...targets} {...state} />
          )}
          <TargetContent
            {...{ target, choices, bridges, channels, width, onTarget, ...state }}
            pageActions={narrow ? pageActions : null}
            settings={settings.known}
            user={user.known}
          />
        </Box>
      )}
      {narrow ? (
        <Box sx={{ mt: 6 }}>
          <ChannelCards channels={channels} />
        </Box>
      ) : null}
    </>
  )
}
