import { styled as styledPart } from '@mui/material/styles'
import type { Bridge } from '@roundsman/contract/bridges/bridges'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { memo, use } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ageSeconds } from '../../data/network/network-health.ts'
import { type Formats, useFormats } from '../../i18n/formats.ts'
import { secondsBehind, shortPeerId } from '../../parts/bridges/bridge-facts.ts'
import { BridgeSync, ContestedMark, UpdateAge, VersionMark } from '../../parts/bridges/bridge-marks.tsx'
import { ValidatorLink } from '../../parts/validator-cells.tsx'
import { CopyButton } from '../../ui/controls/copy.tsx'
import { Known } from '../../ui/known.tsx'
import { useRowStop } from '../../ui/table/row-keys.ts'
import { type ColumnId, columnIds } from './bridge-columns.ts'
import { type RowContext, type Surroundings, SurroundingsContext } from './bridge-rows.ts'
import { styled } from '../../ui/theme/styled.tsx'

interface Props {
  id: Exclude<ColumnId, 'peer' | 'more'>
  row: Bridge
  context: RowContext
}

const Quiet = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary }))
const Lag = styled('span')(({ theme }) => ({
  '&[data-tone="bad"]': { color: theme.vars.palette.error.main, fontWeight: 600 },
  '&[data-tone="none"]': { color: theme.vars.palette.text.secondary },
}))

/** One value of one bridge. */
export function BridgeCell({ id, row, context }: Props) {
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
      const seconds = secondsBehind(row, context.blockSeconds)
      if (row.lag === null) return <Known>{null}</Known>
      return <Quiet>{seconds === null ? null : formats.duration(seconds)}</Quiet>
    }
    case 'version':
      return <VersionMark bridge={row} newest={context.newest} />
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
  return <BridgeSync bridge={row} networkHeight={networkHeight} />
}

function Runner({ id }: { id: number | null }) {
  const { validators } = use(SurroundingsContext)
  const row = id === null ? undefined : validators.get(id)
  // By keyboard it is on the page of the bridge, to which the one stop of the row leads.
  return row ? <ValidatorLink row={row} tabIndex={-1} /> : <Known>{null}</Known>
}

/** Beside a name that has no room for both, the mark is its icon alone: its word is the tooltip, and the filter's (P577). */
const Root = styled('span')({
  containerType: 'inline-size',
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  '& > [data-mark]': { flex: 'none' },
  '@container (width < 14rem)': {
    '& > [data-mark]': { paddingInline: '4px' },
    '& > [data-mark] > span': { position: 'absolute', width: 1, height: 1, clipPath: 'inset(50%)' },
  },
})
const Anchor = styledPart(Link)(({ theme }) => ({
  minWidth: 0,
  minHeight: 24,
  lineHeight: '1.5rem',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  borderRadius: 6,
  fontWeight: 500,
  color: 'inherit',
  textDecoration: 'none',
  fontVariantNumeric: 'normal',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: 3 },
  '&[data-unnamed]': { fontWeight: 400, color: theme.vars.palette.text.secondary },
})) as typeof Link

/** The name that leads to the page of a bridge, the one stop of its row; one that is scraped has none. */
const BridgeName = memo(
  function BridgeName({ row: { id, name, contested } }: { row: Bridge }) {
    const { t } = useTranslation('bridges')
    const stop = useRowStop()
    return (
      <Root>
        <Anchor
          to="/bridges/$bridgeId"
          params={{ bridgeId: String(id) }}
          tabIndex={stop}
          data-stop=""
          dir="auto"
          title={name ?? undefined}
          {...(name === null ? { 'data-unnamed': '' } : {})}
        >
          {name ?? t('unnamed')}
        </Anchor>
        {contested ? <ContestedMark /> : null}
      </Root>
    )
  },
  (a, b) => a.row.id === b.row.id && a.row.name === b.row.name && a.row.contested === b.row.contested,
)

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
}

/** A peer id in short, and a way to copy it; by keyboard it is copied on the page of its bridge. */
export const PeerId = memo(function PeerId({ peerId }: PeerIdProps) {
  const { t } = useTranslation('bridges')
  return (
    <PeerRoot dir="ltr">
      <span title={peerId}>{shortPeerId(peerId)}</span>
      <CopyButton text={peerId} label={t('copyPeerId')} tabIndex={-1} />
    </PeerRoot>
  )
})

interface Context {
  context: RowContext
  validators: Surroundings['validators']
  /** The server's time, Unix ms. */
  now: number
  /** How long the height of one that is behind has stood. */
  stillSeconds: (bridge: Bridge) => number | null
}

/** A cell as text, when the whole table is copied; null where it is not known. */
export function cellText(
  row: Bridge,
  columnId: string,
  { context, validators, now, stillSeconds }: Context,
  t: TFunction<'bridges'>,
  formats: Formats,
): string | null {
  const id: ColumnId = columnIds.find((known) => known === columnId) ?? 'name'
  switch (id) {
    case 'name':
      return row.name
    case 'peer':
      return row.peer_id
    case 'sync':
      return stillSeconds(row) === null ? t(`sync.${row.sync_status}`) : t('still.short')
    case 'height':
    case 'lag':
      return row[id] === null ? null : formats.integer(row[id])
    case 'behind': {
      const seconds = secondsBehind(row, context.blockSeconds)
      return seconds === null ? null : formats.duration(seconds)
    }
    case 'version':
      return row.version
    case 'update': {
      const age = ageSeconds(row.last_otel_update, now)
      return age === null ? null : formats.duration(age)
    }
    case 'more':
      return ''
    case 'source':
      return t(`source.${row.source}`)
    case 'validator':
      return (row.validator_id === null ? undefined : validators.get(row.validator_id))?.moniker ?? null
  }
}
