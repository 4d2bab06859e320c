import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded'
import ShowChartRounded from '@mui/icons-material/ShowChartRounded'
import StarBorderRounded from '@mui/icons-material/StarBorderRounded'
import StarRounded from '@mui/icons-material/StarRounded'
import UnfoldLessRounded from '@mui/icons-material/UnfoldLessRounded'
import UnfoldMoreRounded from '@mui/icons-material/UnfoldMoreRounded'
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined'
import type { Validator } from '@roundsman/contract/networks/validators'
import { createLink } from '@tanstack/react-router'
import { use } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { explorerLink, safeWebsite } from '../../../parts/out-link.tsx'
import { SilenceItem } from '../../../parts/silences/silence-button.tsx'
import { AnchoredMenu, MenuItem } from '../../../ui/controls/menu.tsx'
import { MoreButton as RowButton, StarButton } from '../../../ui/controls/row-buttons.tsx'
import { useRowStop } from '../../../ui/table/row-keys.ts'
import { FavouritesContext } from './list-rows.ts'
import { openBlocks } from './row-strip.tsx'

interface Props {
  row: Validator
  tabIndex?: 0 | -1
}

/** Makes a validator the user's own, or no longer. */
export function RowStar({ row, ...stop }: Props) {
  const { t } = useTranslation()
  const { ids, set } = use(FavouritesContext)
  const isMine = ids.has(row.id)
  return (
    <StarButton
      label={t('list.mine', { name: row.moniker ?? row.consensus_address })}
      isOn={isMine}
      onToggle={() => set(row.id, !isMine)}
      {...stop}
    />
  )
}

interface MoreButtonProps {
  row: Validator
  onMenu: (row: Validator, anchor: HTMLElement) => void
}

/** Opens what can be done with a validator. The one stop of its row. */
export function MoreButton({ row, onMenu }: MoreButtonProps) {
  const { t } = useTranslation()
  const stop = useRowStop()
  return (
    <RowButton
      tabIndex={stop}
      data-stop=""
      label={t('list.more', { name: row.moniker ?? row.consensus_address })}
      onPress={(anchor) => onMenu(row, anchor)}
    />
  )
}

interface RowMenuProps {
  row: Validator
  anchor: HTMLElement
  /** Its last blocks are shown below it. */
  isOpen: boolean
  onToggle: (row: Validator) => void
  onCopy: (text: string) => void
  /** Opens the dialog for planned work. */
  onSilence: (row: Validator) => void
  onClose: () => void
}

/** An entry that leads to another page of the site. */
const PageItem = createLink(MenuItem)
const icon = { fontSize: 18, color: 'text.secondary' }

/** What can be done with one validator; one menu for the whole list. */
export function RowMenu({ row, anchor, isOpen, onToggle, onCopy, onSilence, onClose }: RowMenuProps) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const operator = row.operator_address
  const { network } = useServices()
  const favourites = use(FavouritesContext)
  const isMine = favourites.ids.has(row.id)
  const BlocksIcon = isOpen ? UnfoldLessRounded : UnfoldMoreRounded
  const Star = isMine ? StarRounded : StarBorderRounded
  const explorer = explorerLink(network.explorer_url, row)
  const website = safeWebsite(row.website)
  const copy = (text: string) => {
    onCopy(text)
    onClose()
  }
  return (
    <AnchoredMenu
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      <MenuItem
        onClick={() => {
          favourites.set(row.id, !isMine)
          onClose()
        }}
      >
        <Star sx={icon} />
        {t(isMine ? 'notMine' : 'makeMine')}
      </MenuItem>
      <MenuItem
        onClick={() => {
          onToggle(row)
          onClose()
        }}
      >
        <BlocksIcon sx={icon} />
        {t(isOpen ? 'closeBlocks' : 'openBlocks', { value: formats.integer(openBlocks) })}
      </MenuItem>
      <PageItem to="/validators/$validatorId" params={{ validatorId: String(row.id) }} onClick={onClose}>
        <VerifiedUserOutlined sx={icon} />
        {t('details')}
      </PageItem>
      <PageItem to="/alerts" search={{ validator: [String(row.id)] }} onClick={onClose}>
        <NotificationsOutlined sx={icon} />
        {t('alerts')}
      </PageItem>
      <SilenceItem
        target={{ validator: row.id }}
        onOpen={() => {
          onSilence(row)
          onClose()
        }}
      />
      <PageItem to="/charts" search={{ validator: [String(row.id)] }} onClick={onClose}>
        <ShowChartRounded sx={icon} />
        {t('charts')}
      </PageItem>
      {operator === null ? null : (
        <MenuItem onClick={() => copy(operator)}>
          <ContentCopyRounded sx={icon} />
          {t('copyOperator')}
        </MenuItem>
      )}
      <MenuItem onClick={() => copy(row.consensus_address)}>
        <ContentCopyRounded sx={icon} />
        {t('copyConsensus')}
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
          {explorer.exact ? t('inExplorer') : t('explorer')}
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
          {t('website')}
        </MenuItem>
      )}
    </AnchoredMenu>
  )
}
