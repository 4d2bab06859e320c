import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded'
import NotificationsOffOutlined from '@mui/icons-material/NotificationsOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { AlertEntry, AlertSettings, ConditionMute } from '@roundsman/contract/alerts/alerts'
import { type ReactNode, useMemo, useState } from 'react'
import { type ChannelState, usableChannels } from '../../../data/alerts/channel-states.ts'
import { muteStateOf } from '../../../data/alerts/mutes/mute-alerts.ts'
import { recommend, recommendedFor, recommendedSets, roleOf } from '../../../data/alerts/recommended.data.ts'
import type { UserSettings } from '../../../data/alerts/user-alert-settings.ts'
import { useFetch } from '../../../data/api/operation.ts'
import { useNow, useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { UnsavedEdits } from '../../../parts/unsaved-edits.tsx'
import { AnchoredMenu, MenuItem } from '../../../ui/controls/menu.tsx'
import { VisuallyHidden } from '../../../ui/known.tsx'
import { HeadButton } from '../../../ui/page/page-head.tsx'
import { StateMark } from '../../../ui/state-mark.tsx'
import { styled } from '../../../ui/theme/styled.tsx'
import type { AlertsOwner } from '../alerts-owner.tsx'
import { parseAlertsSearch } from '../alerts-search.ts'
import {
  type Choices,
  chosenOf,
  draftNameOf,
  entriesOfOne,
  entriesOn,
  isEvery,
  kindOf,
  nameOf,
  type Target,
  targetOf,
  targetText,
  validatorOf,
} from '../targets/target.ts'
import { TargetPicture, TargetState } from '../targets/target-face.tsx'
import { conditionsQuery } from './condition-states.tsx'
import { boxesOf, useDraftBoxes, withUnusable } from './draft-boxes.ts'
import { MuteMenu } from './mute-menu.tsx'
import { Presets } from './presets.tsx'
import { useReplay } from './replay.tsx'
import { SaveBar } from './save-bar.tsx'
import { SettingCards } from './setting-cards.tsx'
import { groupSettings, settingsOfGroups } from './setting-groups.ts'
import type { SettingsView } from './setting-row.tsx'
import { SettingTable } from './setting-table.tsx'
import { WatchedAsChoice } from './watched-as-choice.tsx'

/** Channels for which a table has room beside the names; for more, one trigger is shown at a time (P627). */
const mostColumns = 4

interface Props {
  target: Target
  settings: AlertSettings
  user: UserSettings
  choices: Choices
  channels: readonly ChannelState[]
  owner: AlertsOwner
  /** No table, one trigger at a time. */
  narrow: boolean
  /** Its name and state stand above it already. */
  isNamed: boolean
  /** Where the line of the title has no room for them. */
  pageActions: ReactNode
  staleAge: number | null
  halted: boolean
  onTarget: (target: Target) => void
}

/** The settings of a target, as they are and as somebody wants them. */
export function SettingsPanel(props: Props) {
  const { target, settings, user, choices, channels, owner, narrow, onTarget } = props
  const { t } = useTranslation('alerts')
  const { client, network } = useServices()
  const usable = useMemo(() => usableChannels(channels), [channels])
  const shown = useMemo(() => channels.map(({ channel }) => channel), [channels])
  const draft = useDraftBoxes(target, user, usable, owner.teamId)
  const groups = useMemo(() => groupSettings(settings, target), [settings, target])
  const chosen = chosenOf(target)
  const first = chosen?.first ?? null
  const ofEvery = isEvery(target)
  const conditions = useFetch(
    { ...conditionsQuery(client, network.blockchain_id, target), enabled: !ofEvery },
    undefined,
  )
  const replay = useReplay(target, groups)
  const name = chosen ? nameOf(chosen, chosen.first, choices) : targetText(target, choices, t)
  const ofBridges = kindOf(target) === 'bridges'
  const ofView = useMemo(() => settingsOfGroups(groups), [groups])
  const inView = useMemo(() => {
    const ids = new Set(ofView.map(({ id }) => id))
    return user.entries.filter(({ setting_id }) => ids.has(setting_id))
  }, [ofView, user])
  const entries = entriesOn(target, inView)
  const view: SettingsView = {
    groups,
    draft,
    channels: shown,
    usable,
    readOnly: !owner.mayChange,
    replay: replay.result,
    row: validatorOf(target, choices),
    conditions: ofEvery ? null : conditions.known,
  }
  const more = chosen ? chosen.ids.length - 1 : 0
  const { staleAge, halted } = props
  return (
    <Paper
      variant="outlined"
      {...(narrow ? { sx: { mx: { xs: -4, sm: -6 }, border: 0, borderRadius: 0 } } : { sx: { minWidth: 0 } })}
    >
      <UnsavedEdits
        isEdited={(next) => {
          const search = next?.pathname === '/alerts' ? parseAlertsSearch({ ...next.search }) : null
          const to = search && targetOf(search)
          if (draft.changes === 0 || to === null) return draft.changes > 0
          const teamId = search?.team === undefined ? null : Number(search.team)
          return draftNameOf(to, teamId) !== draftNameOf(target, owner.teamId)
        }}
        texts={{
          title: t('unsaved.title'),
          text: t('unsaved.text', { name }),
          leave: t('unsaved.leave'),
          stay: t('unsaved.stay'),
        }}
      />
      <Box sx={{ p: { xs: 4, sm: 5 }, display: 'grid', gap: 4, '& > *': { minWidth: 0 } }}>
        <div>
          <SettingsHead
            name={name}
            entries={entries}
            mutes={entriesOn(target, user.conditionMutes)}
            isNamed={props.isNamed}
            picture={<TargetPicture target={target} choices={choices} size={36} />}
            state={<TargetState target={target} choices={choices} staleAge={staleAge} halted={halted} />}
            note={
              more > 0
                ? t(ofBridges ? 'several.noteBridges' : 'several.note', { count: more })
                : ofEvery
                  ? t(ofBridges ? 'target.everyBridgeHint' : 'target.everyHint')
                  : null
            }
            onOnlyFirst={more > 0 && chosen ? () => onTarget({ ...chosen, ids: [chosen.first] }) : null}
            actions={
              <>
                {owner.mayChange ? (
                  <MuteMenu label={t('mute.mute')} entries={entries} teamId={owner.teamId} />
                ) : null}
                {target.kind === 'network' || !owner.mayChange ? null : (
                  <CopyMenu
                    sources={copySources(inView, {
                      except: first,
                      every: t(ofBridges ? 'target.everyBridge' : 'target.every'),
                      nameOf: (id) => nameOf(target, id, choices),
                    })}
                    onCopy={({ id }) => draft.start(ofView, boxesOf(entriesOfOne(target, id, user.entries)))}
                  />
                )}
                {props.pageActions === null ? null : (
                  <Box sx={{ display: 'flex', gap: 1, width: '100%' }}>{props.pageActions}</Box>
                )}
              </>
            }
          />
        </div>
        <WatchedAsChoice target={target} draft={draft} />
        {owner.mayChange ? (
          <Presets
            onStart={(set) => {
              if (set !== null && draft.watchedAs !== null) draft.watchAs(roleOf[set])
              draft.start(
                ofView,
                set === null
                  ? new Map()
                  : withUnusable(recommend(recommendedSets[set], usable), draft.boxes, usable),
              )
            }}
            sets={recommendedFor(ofView)}
            replay={ofEvery || ofBridges ? null : replay}
            groups={groups}
            noReplay={ofBridges && !ofEvery ? t('replay.notOfBridges') : null}
          />
        ) : null}
      </Box>
      {narrow || shown.length > mostColumns ? (
        <SettingCards view={view} narrow={narrow} />
      ) : (
        <SettingTable view={view} />
      )}
      {owner.mayChange ? (
        <SaveBar draft={draft} target={target} entries={user.entries} bridges={choices.bridges} />
      ) : null}
    </Paper>
  )
}

const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px' })

interface HeadProps {
  name: string
  /** Of a target that the network knows. */
  picture: ReactNode
  state: ReactNode
  /** Saved ones of the target. */
  entries: readonly AlertEntry[]
  /** Of conditions on the target. */
  mutes: readonly ConditionMute[]
  note: string | null
  /** Leaves the others that are chosen; null where there are none. */
  onOnlyFirst: (() => void) | null
  actions: ReactNode
  /** Its name and state stand above it already. */
  isNamed: boolean
}

/** Whose settings these are, how that stands, and whether they are muted. */
function SettingsHead({ name, isNamed, picture, state, note, onOnlyFirst, actions, ...muted }: HeadProps) {
  const { t } = useTranslation('alerts')
  return (
    <>
      <Head>
        {isNamed ? (
          <VisuallyHidden as="h2">{name}</VisuallyHidden>
        ) : (
          <>
            {picture}
            <Typography variant="h6" component="h2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <bdi>{name}</bdi>
            </Typography>
            {state}
          </>
        )}
        <Muted {...muted} />
        {/* They stay together, at the end, where the line is too short for them. */}
        <Head style={isNamed ? { flex: 1 } : { marginInlineStart: 'auto' }}>{actions}</Head>
      </Head>
      {note === null ? null : (
        <Typography color="textSecondary" sx={{ mt: 2 }}>
          {note}
          {onOnlyFirst ? (
            <Button variant="text" size="small" onClick={onOnlyFirst} sx={{ mx: 1 }}>
              {t('several.onlyFirst')}
            </Button>
          ) : null}
        </Typography>
      )}
    </>
  )
}

/** Goes by itself when the time is over. */
function Muted({ entries, mutes }: Pick<HeadProps, 'entries' | 'mutes'>) {
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  const now = useNow()
  const { how } = muteStateOf(entries, now)
  const { until } = muteStateOf([...entries, ...mutes], now)
  if (until === null) return null
  return (
    <StateMark icon={NotificationsOffOutlined} tone="neutral" emphasis="chip">
      {t(how === 'all' ? 'mute.mutedUntil' : 'mute.someMutedUntil', { time: formats.time(until, now) })}
    </StateMark>
  )
}

/** A target that has settings, by its name. */
interface CopySource {
  /** null: every one of its kind. */
  id: number | null
  name: string
}

interface CopyProps {
  sources: readonly CopySource[]
  onCopy: (from: CopySource) => void
}

/** Takes over the settings of another target; they are saved when somebody says so. */
function CopyMenu({ sources, onCopy }: CopyProps) {
  const { t } = useTranslation('alerts')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (sources.length === 0) return null
  return (
    <>
      <HeadButton
        narrow={false}
        icon={<ContentCopyRounded />}
        text={t('copyFrom')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        endIcon={<KeyboardArrowDownRounded />}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <AnchoredMenu
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': t('copyFrom') }, paper: { sx: { maxHeight: 420 } } }}
      >
        {sources.map((one) => (
          <MenuItem
            key={one.id ?? 'every'}
            onClick={() => {
              onCopy(one)
              setAnchor(null)
            }}
          >
            <bdi>{one.name}</bdi>
          </MenuItem>
        ))}
      </AnchoredMenu>
    </>
  )
}

interface CopyOptions {
  /** The target itself; null: every one. */
  except: number | null
  /** What every one of them is called. */
  every: string
  /** What one of them is called. */
  nameOf: (id: number) => string
}

/**
 * The targets whose settings can be taken over: every one that has any.
 * @param entries for settings of one kind of target, validators or bridges
 */
export function copySources(
  entries: readonly AlertEntry[],
  { except, every, nameOf }: CopyOptions,
): CopySource[] {
  const ids = new Set(
    entries.map(({ blockchain_validator_id, bridge_id }) => bridge_id ?? blockchain_validator_id),
  )
  ids.delete(except)
  return [...ids].map((id) => ({ id, name: id === null ? every : nameOf(id) }))
}
