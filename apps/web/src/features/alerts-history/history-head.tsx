import DoneAllRounded from '@mui/icons-material/DoneAllRounded'
import DownloadRounded from '@mui/icons-material/DownloadRounded'
import LinkRounded from '@mui/icons-material/LinkRounded'
import NotificationsActiveOutlined from '@mui/icons-material/NotificationsActiveOutlined'
import NotificationsNoneRounded from '@mui/icons-material/NotificationsNoneRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { slimHeight } from '../../ui/slim-alert.tsx'
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

/** Title and actions; on a narrow screen the actions are pictures with names. */
export function HistoryHead({ cards, notice, actions, waiting, onAcknowledgeAll }: Props) {
  const { t } = useTranslation('history')
  const { isOn, toggle } = useNotifications()
  const BellIcon = isOn ? NotificationsActiveOutlined : NotificationsNoneRounded
  const all = [
    ...(waiting > 0
      ? [{ key: 'all', icon: <DoneAllRounded />, text: t('acknowledge.all'), run: onAcknowledgeAll }]
      : []),
    { key: 'bell', icon: <BellIcon />, text: t('notifications.label'), run: toggle },
    { key: 'link', icon: <LinkRounded />, text: t('copyLink'), run: actions.copyLink },
    { key: 'csv', icon: <DownloadRounded />, text: t('csv'), run: actions.downloadCsv },
  ]
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: cards ? 1 : 3,
          minHeight: slimHeight,
          mb: { xs: 2, md: 4 },
        }}
      >
        <Typography
          variant="h4"
          component="h1"
          sx={{ flex: 'none', maxWidth: '100%', marginInlineEnd: 'auto' }}
        >
          {t('title')}
        </Typography>
        {cards ? null : <Box sx={{ flex: '1 1 0', minWidth: 0, display: 'grid' }}>{notice}</Box>}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: cards ? 1 : 2 }}>
          {all.map(({ key, icon, text, run }) => {
            const pressed = key === 'bell' ? { 'aria-pressed': isOn } : {}
            return cards ? (
              <IconButton key={key} aria-label={text} title={text} onClick={run} {...pressed}>
                {icon}
              </IconButton>
            ) : (
              <Button
                key={key}
                size="small"
                startIcon={icon}
                onClick={run}
                loading={key === 'csv' && actions.isCollecting}
                {...pressed}
              >
                {text}
              </Button>
            )
          })}
        </Box>
      </Box>
      {cards && notice ? <Box sx={{ mb: 2, display: 'grid' }}>{notice}</Box> : null}
    </>
  )
}
