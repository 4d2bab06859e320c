import { styled } from '@mui/material/styles'
import type { Validator } from '@roundsman/contract/validators'
import { memo } from 'react'
import { Monogram } from '../ui/monogram.tsx'

interface Props {
  row: Validator
}

const Root = styled('span')({ display: 'flex', alignItems: 'center', gap: 10, minWidth: 0 })
const Name = styled('span')(({ theme }) => ({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontWeight: 500,
  '&[data-address]': { ...theme.typography.mono, fontWeight: 400 },
}))

/** "celestia1abcd…uvwxyz": the prefix with four signs and the last six; of a hex address the first six. */
export function shortAddress(address: string): string {
  const prefix = /^[a-z]+1(?=[a-z0-9]+$)/.exec(address)?.[0].length ?? 2
  const start = prefix + 4
  return address.length <= start + 7 ? address : `${address.slice(0, start)}…${address.slice(-6)}`
}

/** Picture and moniker; a validator without one shows its consensus address. */
export const ValidatorName = memo(function ValidatorName({ row }: Props) {
  const name = row.moniker ?? shortAddress(row.consensus_address)
  return (
    <Root>
      <Monogram name={row.moniker ?? '#'} seed={row.consensus_address} image={row.avatar} />
      <Name
        dir="auto"
        title={row.moniker ?? row.consensus_address}
        {...(row.moniker === null ? { 'data-address': '' } : {})}
      >
        {name}
      </Name>
    </Root>
  )
}, sameName)

function sameName(a: Props, b: Props): boolean {
  return (
    a.row.moniker === b.row.moniker &&
    a.row.avatar === b.row.avatar &&
    a.row.consensus_address === b.row.consensus_address
  )
}
