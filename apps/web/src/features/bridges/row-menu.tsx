import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import HubOutlined from '@mui/icons-material/HubOutlined'
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import type { Bridge } from '@roundsman/contract/bridges'
import { createLink } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LazyMenu, MenuItem } from '../../ui/lazy-menu.tsx'

interface RowMenuProps {
  row: Bridge
  anchor: HTMLElement
  onCopy: (text: string) => void
  onClose: () => void
}

/** An entry that leads to another page of the site. */
const PageItem = createLink(MenuItem)
const icon = { fontSize: 18, color: 'text.secondary' }

/** What can be done with one bridge; one menu for the whole list. */
export function RowMenu({ row, anchor, onCopy, onClose }: RowMenuProps) {
  const { t } = useTranslation('bridges')
  return (
    <LazyMenu
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      <PageItem to="/bridges/$bridgeId" params={{ bridgeId: String(row.id) }} onClick={onClose}>
        <HubOutlined sx={icon} />
        {t('menu.details')}
      </PageItem>
      <PageItem to="/alerts" search={{ bridge: [String(row.id)] }} onClick={onClose}>
        <NotificationsOutlined sx={icon} />
        {t('menu.alerts')}
      </PageItem>
      <MenuItem
        onClick={() => {
          onCopy(row.peer_id)
          onClose()
        }}
      >
        <ContentCopyRounded sx={icon} />
        {t('copyPeerId')}
      </MenuItem>
    </LazyMenu>
  )
}
