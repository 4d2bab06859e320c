import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded'
import ShowChartRounded from '@mui/icons-material/ShowChartRounded'
import StarBorderRounded from '@mui/icons-material/StarBorderRounded'
import StarRounded from '@mui/icons-material/StarRounded'
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined'
import type { Validator } from '@roundsman/contract/validators'
import { createLink } from '@tanstack/react-router'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { explorerLink } from '../../parts/explorer-link.ts'
import { safeWebsite } from '../../parts/safe-website.ts'
import { LazyMenu, MenuItem } from '../../ui/lazy-menu.tsx'
import { FavouritesContext } from './favourites-context.ts'

interface Props {
  row: Validator | null
  anchor: HTMLElement | null
  onCopy: (text: string) => void
  onClose: () => void
}

/** An entry that leads to another page of the site. */
const PageItem = createLink(MenuItem)
const icon = { fontSize: 18, color: 'text.secondary' }

/** What can be done with one validator; one menu for the whole list. */
export function RowMenu({ row, anchor, onCopy, onClose }: Props) {
  const { t } = useTranslation()
  const operator = row?.operator_address ?? null
  const { network } = useServices()
  const favourites = use(FavouritesContext)
  const isMine = row !== null && favourites.ids.has(row.id)
  const Star = isMine ? StarRounded : StarBorderRounded
  const explorer = row === null ? null : explorerLink(network.explorer_url, row)
  const website = safeWebsite(row?.website ?? null)
  const copy = (text: string) => {
    onCopy(text)
    onClose()
  }
  return (
    <LazyMenu
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      <MenuItem
        onClick={() => {
          if (row) favourites.set(row.id, !isMine)
          onClose()
        }}
      >
        <Star sx={icon} />
        {t(isMine ? 'list.notMine' : 'list.makeMine')}
      </MenuItem>
      {row === null ? null : (
        <PageItem to="/validators/$validatorId" params={{ validatorId: String(row.id) }} onClick={onClose}>
          <VerifiedUserOutlined sx={icon} />
          {t('list.details')}
        </PageItem>
      )}
      {row === null ? null : (
        <PageItem to="/alerts" search={{ validator: [String(row.id)] }} onClick={onClose}>
          <NotificationsOutlined sx={icon} />
          {t('list.alerts')}
        </PageItem>
      )}
      {row === null ? null : (
        <PageItem to="/charts" search={{ validator: [String(row.id)] }} onClick={onClose}>
          <ShowChartRounded sx={icon} />
          {t('list.charts')}
        </PageItem>
      )}
      {operator === null ? null : (
        <MenuItem onClick={() => copy(operator)}>
          <ContentCopyRounded sx={icon} />
          {t('list.copyOperator')}
        </MenuItem>
      )}
      <MenuItem onClick={() => row && copy(row.consensus_address)}>
        <ContentCopyRounded sx={icon} />
        {t('list.copyConsensus')}
      </MenuItem>
      {explorer === null ? null : (
        <MenuItem
          component="a"
          href={explorer.url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={onClose}
        >
          <OpenInNewRounded sx={icon} />
          {explorer.exact ? t('list.inExplorer') : t('list.explorer')}
        </MenuItem>
      )}
      {website === null ? null : (
        <MenuItem
          component="a"
          href={website}
          target="_blank"
          rel="noopener noreferrer nofollow"
          onClick={onClose}
        >
          <OpenInNewRounded sx={icon} />
          {t('list.website')}
        </MenuItem>
      )}
    </LazyMenu>
  )
}
