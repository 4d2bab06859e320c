import { styled } from '@mui/material/styles'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { shortPeerId } from '../../parts/short-peer-id.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

const PeerRoot = styled('span')(({ theme }) => ({
  ...theme.typography.mono,
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  color: theme.vars.palette.text.secondary,
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
}))

interface PeerIdProps {
  peerId: string
  /** There is room for a button that copies it; else that is in the menu of the row. */
  canCopy: boolean
}

/** A peer id in short, and a way to copy it; by keyboard it is copied on the page of its bridge. */
export const PeerId = memo(function PeerId({ peerId, canCopy }: PeerIdProps) {
  const { t } = useTranslation('bridges')
  return (
    <PeerRoot dir="ltr">
      <span title={peerId}>{shortPeerId(peerId)}</span>
      {canCopy ? <CopyButton text={peerId} label={t('copyPeerId')} tabIndex={-1} /> : null}
    </PeerRoot>
  )
})
