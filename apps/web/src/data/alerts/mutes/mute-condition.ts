import { alertEndpoints } from '@roundsman/contract/alerts/alert-endpoints'
import { type AlertHistoryItem, conditionIdOf } from '@roundsman/contract/alerts/alerts'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showError, showSuccess, showWithUndo } from '../../../ui/toast.ts'
import { useQueuedAction } from '../../api/operation.ts'
import { type Services, useServices } from '../../services/services.ts'
import { type HistoryPages, isToEnd, networkHistoryKey, withChanged } from '../alert-history.ts'
import { userSettingsKey } from '../unacknowledged.ts'

/** An alert whose condition is muted on its target, and how that target is called. */
interface Mute {
  item: AlertHistoryItem
  name: string
  mute: boolean
}

export interface ConditionMuting {
  /** Mutes for an hour what an alert is about, on its target alone, or unmutes it (P361). */
  run: (mute: Mute) => void
  isUnderWay: boolean
}

/** The name of what a mute of an alert mutes: its condition, beginnings and ends (P578). */
export function mutedTitle({ condition, title }: Pick<AlertHistoryItem, 'condition' | 'title'>): string {
  return condition ?? title
}

/** Mutes, says what and until when, and offers to undo it. */
export function useConditionMute(): ConditionMuting {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const services = useServices()
  const { serverTime } = services
  const onError = () => showError(t('mute.failed'))
  const scope = { id: 'alerts' }
  const undo = useQueuedAction(
    'unmute-condition',
    async ({ item, name }: Mute) => {
      await muteConditionOf(services, item, false)
      showSuccess(t('mute.undone', { title: mutedTitle(item), name }))
    },
    { onError, scope },
  )
  const muting = useQueuedAction(
    'mute-condition',
    async (wanted: Mute) => {
      const { item, name } = wanted
      const until = await muteConditionOf(services, item, true)
      if (until === null) return
      const time = formats.shortTime(until, serverTime.now())
      const done = t('mute.done', { time, title: mutedTitle(item), name })
      showWithUndo(isToEnd(item) ? `${done} ${t('answer.endNotMuted')}` : done, {
        label: t('mute.undo'),
        run: () => undo.run(wanted),
      })
    },
    { onError, scope },
  )
  return {
    run: (wanted) => (wanted.mute ? muting : undo).run(wanted),
    isUnderWay: muting.loading || undo.loading,
  }
}

/** Gives until when it is muted now; every alert of the same condition on the same target shows it. */
async function muteConditionOf(
  { client, queries, network }: Pick<Services, 'client' | 'queries' | 'network'>,
  item: AlertHistoryItem,
  mute: boolean,
): Promise<string | null> {
  const body = { alert_ids: [item.id], mute }
  const { alerts } = await client.callTo(alertEndpoints.muteConditions, { body })
  const until = alerts[0]?.muted_until ?? null
  queries.setQueriesData<HistoryPages>({ queryKey: networkHistoryKey(network.blockchain_id) }, (pages) =>
    pages
      ? withChanged(pages, (one) =>
          isSame(one, item) && one.muted_until !== until ? { ...one, muted_until: until } : one,
        )
      : undefined,
  )
  void queries.invalidateQueries({ queryKey: userSettingsKey(network.blockchain_id) })
  return until
}

function isSame(one: AlertHistoryItem, other: AlertHistoryItem): boolean {
  return (
    conditionIdOf(one.setting_id) === conditionIdOf(other.setting_id) &&
    one.blockchain_validator_id === other.blockchain_validator_id &&
    one.bridge_id === other.bridge_id
  )
}
