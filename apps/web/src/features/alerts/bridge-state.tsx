import Typography from '@mui/material/Typography'
import type { Bridge } from '@roundsman/contract/bridges'
import { unknownReason } from '../../parts/bridge-unknown.ts'
import { shortPeerId } from '../../parts/short-peer-id.ts'
import { SyncMark } from '../../parts/sync-mark.tsx'

interface Props {
  bridge: Bridge
  networkHeight: number | null
  /** What is known is not of this moment. */
  old: boolean
}

/** State and, under a name, the peer id: names are not told apart by anybody but their owners. */
export default function BridgeState({ bridge, networkHeight, old }: Props) {
  return (
    <span style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 12 }}>
      {old ? (
        <SyncMark status="UNKNOWN" why="network" />
      ) : (
        <SyncMark status={bridge.sync_status} why={unknownReason(bridge, networkHeight)} />
      )}
      {bridge.name === null ? null : (
        <Typography variant="mono" component="span" color="textSecondary" dir="ltr" title={bridge.peer_id}>
          {shortPeerId(bridge.peer_id)}
        </Typography>
      )}
    </span>
  )
}
