import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { AlertSettings } from '@roundsman/contract/alerts'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetch } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { UnsavedEdits } from '../../parts/unsaved-edits.tsx'
import { parseAlertsSearch } from './alerts-search.ts'
import { boxesOf } from './boxes.ts'
import { type ChannelState, usableChannels } from './channel-state.ts'
import type { Choices } from './choices.ts'
import { conditionsQuery } from './conditions-query.ts'
import { CopyMenu } from './copy-menu.tsx'
import { copySources } from './copy-sources.ts'
import { MuteMenu } from './mute-menu.tsx'
import { Presets } from './presets.tsx'
import { recommend } from './recommend.ts'
import { recommendedSets } from './recommended.data.ts'
import { recommendedFor } from './recommended-for.ts'
import { SaveBar } from './save-bar.tsx'
import { SettingCards } from './setting-cards.tsx'
import { groupSettings, settingsOfGroups } from './setting-groups.ts'
import { SettingTable } from './setting-table.tsx'
import { SettingsHead } from './settings-head.tsx'
import type { SettingsView } from './settings-view.ts'
import {
  chosenOf,
  draftNameOf,
  entriesOfOne,
  entriesOn,
  isEvery,
  kindOf,
  type Target,
  targetOf,
} from './target.ts'
import { TargetPicture, TargetState } from './target-face.tsx'
import { nameOf, targetWords } from './target-name.ts'
import type { UserSettings } from './user-settings.ts'
import type { AlertsWidth } from './use-alerts-width.ts'
import { useDraftBoxes } from './use-draft-boxes.ts'
import { useReplay } from './use-replay.ts'

interface Props {
  target: Target
  settings: AlertSettings
  user: UserSettings
  choices: Choices
  channels: readonly ChannelState[]
  width: AlertsWidth
  /** Where the line of the title has no room for them. */
  pageActions: ReactNode
  staleAge: number | null
  halted: boolean
  onTarget: (target: Target) => void
}

/** The settings of a target, as they are and as somebody wants them. */
export function SettingsPanel(props: Props) {
  const { target, settings, user, choices, channels, width, onTarget } = props
  const narrow = width === 'narrow'
  const { t } = useTranslation('alerts')
  const { client, network } = useServices()
  const usable = useMemo(() => usableChannels(channels), [channels])
  const draft = useDraftBoxes(target, user, usable)
  const groups = useMemo(() => groupSettings(settings, target), [settings, target])
  const chosen = chosenOf(target)
  const first = chosen?.first ?? null
  const ofEvery = isEvery(target)
  const conditions = useFetch(
    { ...conditionsQuery(client, network.blockchain_id, target), enabled: !ofEvery },
    undefined,
  )
  const replay = useReplay(target, groups)
  const name = chosen ? nameOf(chosen, chosen.first, choices) : targetWords(target, choices, t)
  const ofBridges = kindOf(target) === 'bridges'
  const ofView = useMemo(() => settingsOfGroups(groups), [groups])
  const inView = useMemo(() => {
    const ids = new Set(ofView.map(({ id }) => id))
    return user.entries.filter(({ setting_id }) => ids.has(setting_id))
  }, [ofView, user])
  const entries = entriesOn(target, inView)
  const view: SettingsView = {
    ...{ groups, draft, usable, replay: replay.result },
    standings: ofEvery ? null : conditions.known,
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
          const to = next?.pathname === '/alerts' ? targetOf(parseAlertsSearch({ ...next.search })) : null
          return draft.changes > 0 && (to === null || draftNameOf(to) !== draftNameOf(target))
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
            {...{ name, entries }}
            isNamed={width !== 'wide'}
            picture={<TargetPicture {...{ target, choices }} size={36} />}
            state={<TargetState {...{ target, choices, staleAge, halted }} />}
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
                {target.kind === 'network' ? null : (
                  <CopyMenu
                    sources={copySources(inView, {
                      except: first,
                      every: t(ofBridges ? 'target.everyBridge' : 'target.every'),
                      nameOf: (id) => nameOf(target, id, choices),
                    })}
                    onCopy={({ id }) => draft.start(ofView, boxesOf(entriesOfOne(target, id, user.entries)))}
                  />
                )}
                <MuteMenu label={t('mute.mute')} entries={entries} />
                {props.pageActions}
              </>
            }
          />
        </div>
        <div>
          <Presets
            onStart={(set) =>
              draft.start(ofView, set === null ? new Map() : recommend(recommendedSets[set], usable))
            }
            sets={recommendedFor(ofView)}
            replay={ofEvery || ofBridges ? null : replay}
            noReplay={ofBridges && !ofEvery ? t('replay.notOfBridges') : null}
          />
        </div>
      </Box>
      {narrow ? <SettingCards view={view} /> : <SettingTable view={view} />}
      <SaveBar draft={draft} ofBridges={ofBridges} />
    </Paper>
  )
}
