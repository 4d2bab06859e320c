import type { AlertEntry } from '@roundsman/contract/alerts'
import { useTranslation } from 'react-i18next'
import { useQueuedAction } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { sayWithUndo, sayWrong } from '../../ui/say.ts'
import { muteEntries } from './change-settings.ts'
import { byMute } from './mute-state.ts'

interface Mute {
  entries: readonly AlertEntry[]
  /** null: not any more. */
  until: string | null
}
const scope = { id: 'alerts' }

/** Mutes entries until a time, or takes that back; says so, and offers to undo it (P135). */
export function useMute(): (entries: readonly AlertEntry[], until: string | null) => void {
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  const services = useServices()
  const onError = () => sayWrong(t('mute.failed'))
  const { run: undo } = useQueuedAction(
    'unmute-alerts',
    async (before: readonly AlertEntry[]) => {
      for (const [until, ids] of byMute(before)) await muteEntries(services, ids, until)
    },
    { onError, scope },
  )
  const { run } = useQueuedAction(
    'mute-alerts',
    async ({ entries, until }: Mute) => {
      await muteEntries(
        services,
        entries.map(({ id }) => id),
        until,
      )
      const text =
        until === null
          ? t('mute.unmuted')
          : t('mute.muted', { time: formats.time(until, services.serverTime.now()) })
      sayWithUndo(text, { label: t('mute.undo'), run: () => undo(entries) })
    },
    { onError, scope },
  )
  return (entries, until) => run({ entries, until })
}
