import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import HubOutlined from '@mui/icons-material/HubOutlined'
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import type { Bridge } from '@roundsman/contract/bridges/bridges'
import { createLink } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { SilenceItem } from '../../parts/silences/silence-button.tsx'
import { AnchoredMenu, MenuItem } from '../../ui/controls/menu.tsx'
import { MoreButton as RowButton } from '../../ui/controls/row-buttons.tsx'

interface Props {
  row: Bridge
  onMenu: (row: Bridge, anchor: HTMLElement) => void
  tabIndex: 0 | -1
}

/** Opens what can be done with a bridge. By keyboard that is on its page, to which the one stop of its row leads. */
export function MoreButton({ row, onMenu, tabIndex }: Props) {
  const { t } = useTranslation()
  return (
    <RowButton
      tabIndex={tabIndex}
      label={t('list.more', { name: row.name ?? row.peer_id })}
      onPress={(anchor) => onMenu(row, anchor)}
    />
  )
}

interface RowMenuProps {
  row: Bridge
  anchor: HTMLElement
  onCopy: (text: string) => void
  /** Opens the dialog for planned work. */
  onSilence: (row: Bridge) => void
  onClose: () => void
}

/** An entry that leads to another page of the site. */
const PageItem = createLink(MenuItem)
const icon = { fontSize: 18, color: 'text.secondary' }

/** What can be done with one bridge; one menu for the whole list. */
export function RowMenu({ row, anchor, onCopy, onSilence, onClose }: RowMenuProps) {
  const { t } = useTranslation('bridges')
  return (
    <AnchoredMenu
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
      <SilenceItem
        target={{ bridge: row.id }}
        onOpen={() => {
          onSilence(row)
          onClose()
        }}
      />
      <MenuItem
        onClick={() => {
          onCopy(row.peer_id)
          onClose()
        }}
      >
        <ContentCopyRounded sx={icon} />
        {t('copyPeerId')}
      </MenuItem>
    </AnchoredMenu>
  )
}
