import type { AlertEntry } from '@roundsman/contract/alerts/alerts'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showError, showWithUndo } from '../../../ui/toast.ts'
import { useQueuedAction } from '../../api/operation.ts'
import { useServices } from '../../services/services.ts'
import { muteEntries } from '../user-alert-settings.ts'

interface Mute {
  entries: readonly AlertEntry[]
  /** null: not any more. */
  until: string | null
}
const scope = { id: 'alerts' }

interface Muting {
  /** Mutes entries until a time, or takes that back (P135). */
  mute: (entries: readonly AlertEntry[], until: string | null) => void
}

/** Mutes entries of the user, or of a team, says until when, and offers to undo it. */
export function useMute(teamId: number | null = null): Muting {
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  const services = useServices()
  const { serverTime } = services
  const onError = () => showError(t('mute.failed'))
  const mutedText = (until: string) => t('mute.muted', { time: formats.time(until, serverTime.now()) })
  const undo = useQueuedAction(
    'unmute-alerts',
    async (before: readonly AlertEntry[]) => {
      for (const [until, ids] of byMute(before)) await muteEntries(services, teamId, ids, until)
    },
    { onError, scope },
  )
  async function mute({ entries, until }: Mute): Promise<void> {
    await muteEntries(
      services,
      teamId,
      entries.map(({ id }) => id),
      until,
    )
    showWithUndo(until === null ? t('mute.unmuted') : mutedText(until), {
      label: t('mute.undo'),
      run: () => undo.run(entries),
    })
  }
  const muting = useQueuedAction('mute-alerts', mute, { onError, scope })
  return {
    mute: (entries, until) => muting.run({ entries, until }),
  }
}

/** Whether the entries of a target are muted: all of them, some, or none; and until when at the latest. */
interface MuteState {
  how: 'all' | 'some' | 'none'
  until: string | null
}

export function muteStateOf(entries: readonly Pick<AlertEntry, 'muted_until'>[], now: number): MuteState {
  const ends = entries
    .map(({ muted_until }) => muted_until)
    .filter((until): until is string => until !== null && Date.parse(until) > now)
  const until = ends.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1) ?? null
  return { how: ends.length === 0 ? 'none' : ends.length === entries.length ? 'all' : 'some', until }
}

/** Entries by how they were muted, so that each can be made so again. */
export function byMute(entries: readonly AlertEntry[]): ReadonlyMap<string | null, number[]> {
  const groups = new Map<string | null, number[]>()
  for (const { id, muted_until } of entries) groups.set(muted_until, [...(groups.get(muted_until) ?? []), id])
  return groups
}
