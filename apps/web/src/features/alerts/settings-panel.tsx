import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { AlertSettings } from '@roundsman/contract/alerts'
import type { Validator } from '@roundsman/contract/validators'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetch } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { UnsavedEdits } from '../../parts/unsaved-edits.tsx'
import { parseAlertsSearch } from './alerts-search.ts'
import { boxesOf } from './boxes.ts'

import { type ChannelState, usableChannels } from './channel-state.ts'
import { conditionsQuery } from './conditions-query.ts'
import { CopyMenu } from './copy-menu.tsx'
import { copySources } from './copy-sources.ts'
import { MuteMenu } from './mute-menu.tsx'
import { Presets } from './presets.tsx'
import { recommend } from './recommend.ts'
import { recommendedSets } from './recommended.data.ts'
import { SaveBar } from './save-bar.tsx'
import { SettingCards } from './setting-cards.tsx'
import { groupSettings, settingsOfGroups } from './setting-groups.ts'
import { SettingTable } from './setting-table.tsx'
import { SettingsHead } from './settings-head.tsx'
import type { SettingsView } from './settings-view.ts'
import { draftNameOf, entriesOfValidator, entriesOn, type Target, targetOf } from './target.ts'
import { nameOf } from './target-name.ts'
import type { UserSettings } from './user-settings.ts'
import type { AlertsWidth } from './use-alerts-width.ts'
import { useDraftBoxes } from './use-draft-boxes.ts'
import { useReplay } from './use-replay.ts'

interface Props {
  target: Exclude<Target, { kind: 'bridges' }>
  settings: AlertSettings
  user: UserSettings
  validators: readonly Validator[]
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
  const { target, settings, user, validators, channels, width, onTarget } = props
  const narrow = width === 'narrow'
  const { t } = useTranslation('alerts')
  const { client, network } = useServices()
  const usable = useMemo(() => usableChannels(channels), [channels])
  const draft = useDraftBoxes(target, user, usable)
  const groups = useMemo(() => groupSettings(settings, target), [settings, target])
  const first = target.kind === 'validators' ? target.first : null
  const conditions = useFetch(
    { ...conditionsQuery(client, network.blockchain_id, first), enabled: target.kind !== 'every' },
    undefined,
  )
  const replay = useReplay(first, groups)
  const byId = useMemo(() => new Map(validators.map((one) => [one.id, one])), [validators])
  const name =
    first === null
      ? t(`target.${target.kind === 'every' ? 'every' : 'network'}`)
      : nameOf(byId.get(first), first)
  const ofView = useMemo(() => settingsOfGroups(groups), [groups])
  const inView = useMemo(() => {
    const ids = new Set(ofView.map(({ id }) => id))
    return user.entries.filter(({ setting_id }) => ids.has(setting_id))
  }, [ofView, user])
  const entries = entriesOn(target, inView)
  const view: SettingsView = {
    ...{ groups, draft, usable, replay: replay.result },
    standings: target.kind === 'every' ? null : conditions.known,
  }
  const more = target.kind === 'validators' ? target.ids.length - 1 : 0
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
            {...(first === null ? { validator: undefined } : { validator: byId.get(first) })}
            staleAge={props.staleAge}
            halted={props.halted}
            note={
              more > 0
                ? t('several.note', { count: more })
                : target.kind === 'every'
                  ? t('target.everyHint')
                  : null
            }
            onOnlyFirst={
              more > 0 && first !== null ? () => onTarget({ kind: 'validators', first, ids: [first] }) : null
            }
            actions={
              <>
                {target.kind === 'network' ? null : (
                  <CopyMenu
                    sources={copySources(inView, { byId, except: first, every: t('target.every') })}
                    onCopy={({ id }) => draft.start(ofView, boxesOf(entriesOfValidator(id, user.entries)))}
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
            replay={target.kind === 'every' ? null : replay}
          />
        </div>
      </Box>
      {narrow ? <SettingCards view={view} /> : <SettingTable view={view} />}
      <SaveBar draft={draft} />
    </Paper>
  )
}
