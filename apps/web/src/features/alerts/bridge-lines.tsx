import { styled } from '@mui/material/styles'
import type { Bridge } from '@roundsman/contract/bridges'
import { BridgeTile } from '../../parts/bridge-tile.tsx'
import { shortPeerId } from '../../parts/short-peer-id.ts'

const Root = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minWidth: 0,
  '& > :last-child': { display: 'grid', minWidth: 0 },
  '& > span > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > span > bdi': { fontWeight: 500 },
  '& code': {
    ...theme.typography.mono,
    fontSize: '0.6875rem',
    lineHeight: '1rem',
    color: theme.vars.palette.text.secondary,
  },
}))

/** A bridge by its name, and below it by its peer id: nobody but its owner vouches for a name. */
export function BridgeLines({ row: { name, peer_id } }: { row: Pick<Bridge, 'name' | 'peer_id'> }) {
  return (
    <Root title={name === null ? peer_id : `${name}, ${peer_id}`}>
      <BridgeTile />
      <span>
        {name === null ? null : <bdi>{name}</bdi>}
        <code>
          <bdi dir="ltr">{shortPeerId(peer_id)}</bdi>
        </code>
      </span>
    </Root>
  )
}
