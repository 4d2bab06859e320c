import DoneAllRounded from '@mui/icons-material/DoneAllRounded'
import DownloadRounded from '@mui/icons-material/DownloadRounded'
import LinkRounded from '@mui/icons-material/LinkRounded'
import NotificationsActiveOutlined from '@mui/icons-material/NotificationsActiveOutlined'
import NotificationsNoneRounded from '@mui/icons-material/NotificationsNoneRounded'
import Typography from '@mui/material/Typography'
import { mostUnacknowledged } from '@roundsman/contract/alerts/alert-actions'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { notificationsKey, wantsNotifications } from '../../data/alerts/live-alerts.ts'
import { browserNotifications } from '../../data/browser/browser.ts'
import { useUnacknowledged } from '../../data/alerts/unacknowledged.ts'
import { useOwnShifts } from '../../data/services/on-call.ts'
import { useServices, useUser } from '../../data/services/services.ts'
import { isolated, useFormats } from '../../i18n/formats.ts'
import { RouteLink } from '../../ui/controls/links.tsx'
import { ActionsHead, type PageAction } from '../../ui/page/page-head.tsx'
import { showSuccess, showError } from '../../ui/toast.ts'
import type { HistoryActions } from './history-actions.ts'

interface Props {
  cards: boolean
  /** Why what is shown is not of this moment. */
  notice: ReactNode
  actions: HistoryActions
  /** How many of those shown wait for somebody to have seen them. */
  waiting: number
  onAcknowledgeAll: () => void
}

/** Title of the history, and what can be done with all of it. */
export function HistoryHead({ cards, notice, actions, waiting, onAcknowledgeAll }: Props) {
  const { t } = useTranslation('history')
  const unacknowledged = useUnacknowledged()
  const { isOn, toggle } = useNotifications()
  const BellIcon = isOn ? NotificationsActiveOutlined : NotificationsNoneRounded
  const all: PageAction[] = [
    { key: 'bell', icon: <BellIcon />, text: t('notifications.label'), run: toggle, isOn },
    { key: 'link', icon: <LinkRounded />, text: t('copyLink'), run: actions.copyLink },
    {
      key: 'csv',
      icon: <DownloadRounded />,
      text: t('csv'),
      run: actions.downloadCsv,
      isUnderWay: actions.isCollecting,
    },
  ]
  if (waiting > 0)
    all.unshift({
      key: 'all',
      icon: <DoneAllRounded />,
      text: t('acknowledge.all'),
      run: onAcknowledgeAll,
    })
  return (
    <ActionsHead
      title={t('title')}
      beside={
        <>
          {unacknowledged === null || unacknowledged === 0 ? null : <Waiting count={unacknowledged} />}
          <OwnShifts />
        </>
      }
      narrow={cards}
      notice={notice}
      actions={all}
    />
  )
}

/** For which teams the user is on call just now, and until when (P736). */
function OwnShifts() {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const user = useUser()
  const shifts = useOwnShifts(user?.id ?? 0)
  return shifts.map(({ team, until }) => (
    <Typography key={team.id} variant="table" component="p" sx={{ '& a': { color: 'inherit' } }}>
      <RouteLink to="/settings" search={{ tab: 'teams', team: String(team.id) }}>
        {t('onCall', { team: isolated(team.name), time: formats.dayTime(until) })}
      </RouteLink>
    </Typography>
  ))
}

/** The number of the navigation, in words. */
function Waiting({ count }: { count: number }) {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const isMore = count >= mostUnacknowledged
  return (
    <Typography variant="table" component="p" color="textSecondary">
      {t('waiting', { count, shown: `${formats.integer(isMore ? count - 1 : count)}${isMore ? '+' : ''}` })}
    </Typography>
  )
}

/** Whether this browser shows new alerts outside its window, and how to change it; asks the user only at a click. */
function useNotifications(): { isOn: boolean; toggle: () => void } {
  const { t } = useTranslation('history')
  const { storage } = useServices()
  const [isOn, setOn] = useState(
    () => wantsNotifications(storage) && browserNotifications.permission() === 'granted',
  )
  const set = (wanted: boolean) => {
    storage.write(notificationsKey, String(wanted))
    setOn(wanted)
    showSuccess(t(wanted ? 'notifications.isOn' : 'notifications.isOff'))
  }
  async function turnOn(): Promise<void> {
    if (browserNotifications.permission() === 'default') await browserNotifications.ask()
    const permission = browserNotifications.permission()
    if (permission === 'granted') set(true)
    else if (permission === 'denied') showError(t('notifications.denied'))
    else if (permission === 'none') showError(t('notifications.none'))
  }
  return { isOn, toggle: () => (isOn ? set(false) : void turnOn()) }
}
