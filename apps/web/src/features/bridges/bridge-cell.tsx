import { styled } from '@mui/material/styles'
import type { Bridge } from '@roundsman/contract/bridges'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { secondsBehind } from '../../parts/bridge-lag.ts'
import { unknownReason } from '../../parts/bridge-unknown.ts'
import { SyncMark } from '../../parts/sync-mark.tsx'
import { UpdateAge } from '../../parts/update-age.tsx'
import { ValidatorLink } from '../../parts/validator-link.tsx'
import { VersionMark } from '../../parts/version-mark.tsx'
import { Known } from '../../ui/known.tsx'
import type { ColumnId } from './bridge-columns.ts'
import { BridgeName } from './bridge-name.tsx'
import { type ListLooks, SurroundingsContext } from './list-looks.ts'

interface Props {
  id: Exclude<ColumnId, 'peer' | 'more'>
  row: Bridge
  looks: ListLooks
}

const Quiet = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary }))
const Lag = styled('span')(({ theme }) => ({
  '&[data-tone="bad"]': { color: theme.vars.palette.error.main, fontWeight: 600 },
  '&[data-tone="none"]': { color: theme.vars.palette.text.secondary },
}))

/** One value of one bridge. */
export function BridgeCell({ id, row, looks }: Props) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  switch (id) {
    case 'name':
      return <BridgeName row={row} />
    case 'sync':
      return <Sync row={row} />
    case 'height':
      return <Known>{row.height === null ? null : formats.integer(row.height)}</Known>
    case 'lag':
      return (
        <Lag data-tone={row.sync_status === 'STALLED' ? 'bad' : row.lag === 0 ? 'none' : undefined}>
          <Known>{row.lag === null ? null : formats.integer(row.lag)}</Known>
        </Lag>
      )
    case 'behind': {
      const seconds = secondsBehind(row, looks.blockSeconds)
      if (row.lag === null) return <Known>{null}</Known>
      return <Quiet>{seconds === null ? null : formats.duration(seconds)}</Quiet>
    }
    case 'version':
      return <VersionMark bridge={row} newest={looks.newest} />
    case 'update':
      return <UpdateAge at={row.last_otel_update} state={row.otel_state} />
    case 'source':
      return <Quiet>{t(`source.${row.source}`)}</Quiet>
    case 'validator':
      return <Runner id={row.validator_id} />
  }
}

function Sync({ row }: { row: Bridge }) {
  const { networkHeight } = use(SurroundingsContext)
  return <SyncMark status={row.sync_status} why={unknownReason(row, networkHeight)} />
}

function Runner({ id }: { id: number | null }) {
  const { validators } = use(SurroundingsContext)
  const row = id === null ? undefined : validators.get(id)
  // By keyboard it is on the page of the bridge, to which the one stop of the row leads.
  return row ? <ValidatorLink row={row} tabIndex={-1} /> : <Known>{null}</Known>
}
