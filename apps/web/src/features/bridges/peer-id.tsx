import { styled } from '@mui/material/styles'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { shortPeerId } from '../../parts/short-peer-id.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

const Root = styled('span')(({ theme }) => ({
  ...theme.typography.mono,
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  color: theme.vars.palette.text.secondary,
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
}))

/** A peer id in short, and a way to copy it; by keyboard it is copied on the page of its bridge. */
export const PeerId = memo(function PeerId({ peerId }: { peerId: string }) {
  const { t } = useTranslation('bridges')
  return (
    <Root dir="ltr">
      <span title={peerId}>{shortPeerId(peerId)}</span>
      <CopyButton text={peerId} label={t('copyPeerId')} tabIndex={-1} />
    </Root>
  )
})
