import HubOutlined from '@mui/icons-material/HubOutlined'
import { styled } from '@mui/material/styles'
import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import type { Validator } from '@roundsman/contract/validators'
import { memo } from 'react'
import { useServices } from '../../data/services.ts'
import { isPeerId, shortPeerId } from '../../parts/short-peer-id.ts'
import { Monogram } from '../../ui/monogram.tsx'

interface Props {
  item: AlertHistoryItem
  /** The validator that it is about, where the list still has it. */
  row: Validator | undefined
}

const Root = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  maxWidth: '100%',
  verticalAlign: 'middle',
  '& > svg': {
    flex: 'none',
    boxSizing: 'border-box',
    width: 24,
    height: 24,
    padding: 4,
    borderRadius: 7,
    color: theme.vars.palette.neutral.main,
    backgroundColor: theme.vars.palette.neutral.tint,
  },
  '& > span:last-of-type': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
}))

/** Whom an alert is about: a validator, a bridge, or the network itself. */
export const TargetName = memo(function TargetName({ item, row }: Props) {
  const { network } = useServices()
  const name = nameOf(item, network.name)
  return (
    <Root title={item.target_name ?? name}>
      {item.target_type === 'BRIDGE' ? (
        <HubOutlined aria-hidden />
      ) : item.target_type === 'ANY' ? (
        <Monogram name={network.name} tone="violet" image={network.logo} />
      ) : (
        <Monogram name={name} seed={row?.consensus_address ?? name} image={row?.avatar ?? null} />
      )}
      <span dir="auto">{name}</span>
    </Root>
  )
})

/** The name of whom an alert is about; a bridge without one is called by its peer id, in short. */
export function nameOf({ target_name, target_type }: AlertHistoryItem, network: string): string {
  if (target_type === 'BRIDGE' && target_name !== null && isPeerId(target_name))
    return shortPeerId(target_name)
  return target_name ?? (target_type === 'ANY' ? network : '–')
}
