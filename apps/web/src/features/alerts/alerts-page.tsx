import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { AlertEntry } from '@roundsman/contract/alerts/alerts'
import type { BridgesList } from '@roundsman/contract/bridges/bridges'
import type { Validator } from '@roundsman/contract/networks/validators'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentProps, useMemo, useState } from 'react'
import { channelStates, channelsQuery, leftAgainMs } from '../../data/alerts/channel-states.ts'
import { contactsQuery } from '../../data/alerts/contacts.ts'
import type { SilenceTarget } from '../../data/alerts/mutes/silences.ts'
import { alertSettingsQuery, useUserSettings } from '../../data/alerts/user-alert-settings.ts'
import { type Fetched, useDeferredFetch, useFetch } from '../../data/api/operation.ts'
import { bridgesQuery } from '../../data/network/bridges.ts'
import { useNetworkHealth } from '../../data/network/network-health.ts'
import { useValidators } from '../../data/network/validators.ts'
import { useFavourites } from '../../data/services/preferences.ts'
import { useServices, useUser } from '../../data/services/services.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { hasNetworkBanner, NetworkBanner } from '../../parts/network-banner.tsx'
import { PlanButton, SilenceDialog } from '../../parts/silences/silence-button.tsx'
import { HeadButton } from '../../ui/page/page-head.tsx'
import { slimHeight } from '../../ui/page/slim-alert.tsx'
import { useContentFits } from '../../ui/use-measured.ts'
import {
  type AlertsOwner,
  NoTeam,
  OwnerChoice,
  TeamNote,
  useAlertsOwner,
  useTeamChannels,
} from './alerts-owner.tsx'
import type { AlertsSearch } from './alerts-search.ts'
import { ChannelCards, ChannelWarning } from './channels.tsx'
import { MutedCard } from './muted-card.tsx'
import { LoadError, NoBridge, NoTarget, PageSkeleton, PanelSkeleton, SkipToSettings } from './page-states.tsx'
import { MuteMenu } from './settings/mute-menu.tsx'
import { SettingsPanel } from './settings/settings-panel.tsx'
import { SilencesCard } from './silences-card.tsx'
import { SeveralDialog } from './targets/several-dialog.tsx'
import {
  bridgesToChoose,
  type Choices,
  chosenOf,
  draftNameOf,
  isGone,
  kindOf,
  searchOf,
  type Target,
  targetOf,
  withOwnIds,
} from './targets/target.ts'
import { entriesByValidator, standardTarget } from './targets/target-groups.ts'
import { TargetList } from './targets/target-list.tsx'
import { TargetPicker } from './targets/target-picker.tsx'

/** What the user wants to be notified of, and how. */
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
  const owner = useAlertsOwner(search)
  const user = useUserSettings(owner.teamId)
  const isOwn = owner.teamId === null
  const site = useFetch({ ...channelsQuery(client), refetchInterval: isOwn && leftAgainMs }, null)
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
  const onTarget = (next: Target) =>
    void navigate({
      to: '/alerts',
      search: { ...searchOf(next), ...(search.team === undefined ? {} : { team: search.team }) },
    })
  const contacts = useFetch(contactsQuery(client), [])
  // All that the user has, whether it works or not, and whatever something is set to go by.
  const had = new Set([
    ...(contacts.known ?? []).map(({ channel }) => channel),
    ...(user.known?.entries ?? []).flatMap((entry) => entry.channels),
  ])
  const ofTeam = useTeamChannels(owner, user.known?.entries ?? [])
  const own = profile ? channelStates(site.known ?? null, profile, had) : []
  const channels = isOwn ? own : ofTeam
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
  const [planning, setPlanning] = useState(false)
  const pageActions = user.known ? (
    <PageActions
      target={target}
      choices={choices}
      owner={owner}
      narrow={narrow}
      onTarget={onTarget}
      onPlan={() => setPlanning(true)}
      entries={user.known.entries}
    />
  ) : null
  const state = {
    staleAge: health?.kind === 'stale' ? health.age : null,
    halted: health?.kind === 'halted',
  }
  return (
    <>
      {ready && target ? <SkipToSettings /> : null}
      <Box
        data-page-head=""
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
      <Box sx={{ mb: 4, '&:empty': { display: 'none' } }}>
        <OwnerChoice owner={owner} search={search} />
      </Box>
      {owner.team ? <TeamNote team={owner.team} mayChange={owner.mayChange} /> : null}
      {!isOwn ? null : narrow ? <ChannelWarning channels={channels} /> : <ChannelCards channels={channels} />}
      <SilencesCard shown={search.silence === undefined ? null : Number(search.silence)} />
      <MutedCard choices={choices} />
      {!isOwn && owner.team === null ? (
        <NoTeam />
      ) : !ready && failed?.error ? (
        <LoadError error={failed.error} onRetry={retry} />
      ) : !settings.known || !user.known || !list.known ? (
        <PageSkeleton wide={width === 'wide'} />
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
            target={target}
            choices={choices}
            bridges={bridges}
            channels={channels}
            owner={owner}
            narrow={narrow}
            onTarget={onTarget}
            {...state}
            isNamed={width !== 'wide'}
            pageActions={narrow ? pageActions : null}
            settings={settings.known}
            user={user.known}
          />
        </Box>
      )}
      {narrow && isOwn ? (
        <Box sx={{ mt: 6 }}>
          <ChannelCards channels={channels} />
        </Box>
      ) : null}
      {/* Here, where it stays when a phone is turned and its button stands somewhere else. */}
      {planning ? (
        <SilenceDialog
          target={silenceTargetOf(target)}
          teamId={owner.mayChange ? owner.teamId : null}
          onClose={() => setPlanning(false)}
        />
      ) : null}
    </>
  )
}

interface Props extends Omit<ComponentProps<typeof SettingsPanel>, 'target'> {
  target: Target | null
  /** Where the list of them stands. */
  bridges: Pick<Fetched<unknown, unknown>, 'known' | 'error' | 'fetch'>
}

/** The settings of what is chosen, or why there are none. */
function TargetContent({ target, bridges, ...panel }: Props) {
  const { network } = useServices()
  if (target === null) return <NoTarget />
  if (kindOf(target) === 'bridges') {
    const { known, error, fetch } = bridges
    if (known === undefined) return error ? <LoadError error={error} onRetry={fetch} /> : <PanelSkeleton />
    const hasAny = panel.choices.bridges.length > 0
    if (!hasAny || isGone(target, panel.choices)) return <NoBridge network={network.name} isGone={hasAny} />
  }
  return <SettingsPanel key={draftNameOf(target, panel.owner.teamId)} target={target} {...panel} />
}

interface ActionsProps {
  entries: readonly AlertEntry[]
  target: Target | null
  choices: Choices
  owner: AlertsOwner
  narrow: boolean
  onTarget: (target: Target) => void
  /** Opens the dialog for planned work. */
  onPlan: () => void
}

/** What concerns more than the target: muting all, and giving its settings to others. */
function PageActions({ entries, target, choices, owner, narrow, onTarget, onPlan }: ActionsProps) {
  const { t } = useTranslation('alerts')
  const [choosing, setChoosing] = useState(false)
  const close = () => setChoosing(false)
  const chosen = chosenOf(target)
  return (
    <>
      <PlanButton narrow={narrow} onClick={onPlan} />
      {owner.mayChange ? (
        <MuteMenu label={t('mute.all')} entries={entries} teamId={owner.teamId} narrow={narrow} />
      ) : null}
      {chosen && owner.mayChange ? (
        <HeadButton
          narrow={narrow}
          icon={<PeopleAltOutlined />}
          text={t('several.open')}
          aria-haspopup="dialog"
          onClick={() => setChoosing(true)}
        />
      ) : null}
      {choosing && chosen ? (
        <SeveralDialog
          target={chosen}
          choices={choices}
          onChoose={(ids) => {
            close()
            onTarget({ ...chosen, ids })
          }}
          onClose={close}
        />
      ) : null}
    </>
  )
}

/** Of several that are chosen the first: a silence is of one. */
function silenceTargetOf(target: Target | null): SilenceTarget {
  const chosen = chosenOf(target)
  if (chosen === null) return null
  return chosen.kind === 'bridges' ? { bridge: chosen.first } : { validator: chosen.first }
}

interface Found {
  choices: Choices
  /** Asked for where the network has any. */
  bridges: Fetched<BridgesList, null>
  /** What the address chooses of it; null: nothing. */
  chosen: Target | null
}

/** What there is to set alerts for, and what an address chooses of it (P130, P234). */
function useChoices(validators: readonly Validator[], search: AlertsSearch): Found {
  const { client, network } = useServices()
  const hasBridges = network.is_da_enabled
  const bridges = useFetch({ ...bridgesQuery(client, network.blockchain_id), enabled: hasBridges }, null)
  const listed = bridges.known?.bridges
  const networkHeight = bridges.known?.network_height ?? null
  const toChoose = useMemo(() => bridgesToChoose(listed ?? []), [listed])
  const choices = useMemo(
    () => ({ validators, bridges: toChoose, networkHeight }),
    [validators, toChoose, networkHeight],
  )
  const chosen = useMemo(() => {
    const named = targetOf(search)
    return named === null || (kindOf(named) === 'bridges' && !hasBridges)
      ? null
      : withOwnIds(named, listed ?? [])
  }, [search, hasBridges, listed])
  return { choices, bridges, chosen }
}

/** Rem of the content of the page that each form needs at the least. */
const room = { wide: 73, middle: 57 }

/** wide: targets beside the table; middle: targets above it; narrow: no table, one trigger at a time. */
function useAlertsWidth(): 'wide' | 'middle' | 'narrow' {
  const wide = useContentFits(room.wide)
  const middle = useContentFits(room.middle)
  return wide ? 'wide' : middle ? 'middle' : 'narrow'
}
