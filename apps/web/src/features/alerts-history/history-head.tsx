import DoneAllRounded from '@mui/icons-material/DoneAllRounded'
import DownloadRounded from '@mui/icons-material/DownloadRounded'
import LinkRounded from '@mui/icons-material/LinkRounded'
import NotificationsActiveOutlined from '@mui/icons-material/NotificationsActiveOutlined'
import NotificationsNoneRounded from '@mui/icons-material/NotificationsNoneRounded'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type PageAction, ActionsHead } from '../../ui/actions-head.tsx'
import type { HistoryActions } from './use-history-actions.ts'
import { useNotifications } from './use-notifications.ts'

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
  const { isOn, toggle } = useNotifications()
  const BellIcon = isOn ? NotificationsActiveOutlined : NotificationsNoneRounded
  const all: PageAction[] = [
    { key: 'bell', icon: <BellIcon />, text: t('notifications.label'), run: toggle, isOn },
    { key: 'link', icon: <LinkRounded />, text: t('copyLink'), run: actions.copyLink },
    {
      ...{ key: 'csv', icon: <DownloadRounded />, text: t('csv'), run: actions.downloadCsv },
      isUnderWay: actions.isCollecting,
    },
  ]
  if (waiting > 0)
    all.unshift({
      ...{ key: 'all', icon: <DoneAllRounded />, text: t('acknowledge.all'), run: onAcknowledgeAll },
    })
  return <ActionsHead title={t('title')} narrow={cards} notice={notice} actions={all} />
}
