import type { Bridge } from '@roundsman/contract/bridges'
import { memo } from 'react'
import { SyncIcon } from '../../parts/sync-mark.tsx'
import { BridgeLines } from './bridge-lines.tsx'
import type { Target } from './target.ts'
import { TargetEntry } from './target-row.tsx'

interface Props {
  row: Bridge
  current: boolean
  count: number
  onChosen: (() => void) | undefined
}

/** One bridge with its peer id, its state and the number of its entries. */
export const BridgeTargetRow = memo(
  function BridgeTargetRow({ row, current, count, onChosen }: Props) {
    const target: Target = { kind: 'bridges', first: row.id, ids: [row.id] }
    return (
      <li>
        <TargetEntry {...{ target, current, count, onChosen }} state={<SyncIcon status={row.sync_status} />}>
          <BridgeLines row={row} />
        </TargetEntry>
      </li>
    )
  },
  (a, b) =>
    a.current === b.current &&
    a.count === b.count &&
    a.onChosen === b.onChosen &&
    a.row.id === b.row.id &&
    a.row.name === b.row.name &&
    a.row.sync_status === b.row.sync_status,
)
