import type { SvgIconComponent } from '@mui/icons-material'
import type { Bridge } from '@roundsman/contract/bridges/bridges'
import { sameState, stateOf } from '@roundsman/contract/networks/validator-state'
import type { Validator } from '@roundsman/contract/networks/validators'
import { createLink } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { shortPeerId } from '../../../parts/bridges/bridge-facts.ts'
import { BridgeTile, SyncIcon } from '../../../parts/bridges/bridge-marks.tsx'
import { ValidatorName } from '../../../parts/validator-cells.tsx'
import { StateIcon } from '../../../parts/validator-state.tsx'
import { useStop } from '../../../ui/controls/roving.tsx'
import { VisuallyHidden } from '../../../ui/known.tsx'
import { draftNameOf, searchOf, type Target } from './target.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const Row = styled('a')(({ theme }) => ({
  ...theme.typography.table,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto minmax(1.25rem, auto)',
  alignItems: 'center',
  gap: 8,
  padding: '4px 12px',
  minHeight: 'max(36px, 2.25rem)',
  boxSizing: 'border-box',
  borderRadius: 8,
  color: 'inherit',
  textDecoration: 'none',
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 36px',
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&[aria-current="true"]': {
    backgroundColor: theme.vars.palette.primary.tint,
    color: theme.vars.palette.accent.text,
    '@media (forced-colors: active)': { outline: '1px solid Highlight' },
  },
  '& > :last-child': { textAlign: 'end', color: theme.vars.palette.text.secondary },
  '& > :nth-of-type(2) svg': { fontSize: 16, display: 'block' },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: -2 },
  '@media (pointer: coarse)': { minHeight: 44 },
}))
const Link = createLink(Row)
const Name = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minWidth: 0,
  fontWeight: 500,
  '& svg': {
    boxSizing: 'border-box',
    flex: 'none',
    width: 24,
    height: 24,
    padding: 4,
    borderRadius: 7,
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.neutral.tint,
  },
}))

interface LinkProps {
  target: Target
  current: boolean
  icon: SvgIconComponent
  name: string
  count: number
  onChosen: (() => void) | undefined
}

/** Every validator or every bridge: what is no one thing of the list. */
export function TargetLink({ target, current, icon: Icon, name, count, onChosen }: LinkProps) {
  return (
    <TargetEntry target={target} current={current} count={count} onChosen={onChosen} state={null}>
      <Name>
        <Icon aria-hidden />
        {name}
      </Name>
    </TargetEntry>
  )
}

interface Props {
  row: Validator
  current: boolean
  count: number
  onChosen: (() => void) | undefined
}

/** One validator with its state and the number of its entries. */
export const TargetRow = memo(
  function TargetRow({ row, current, count, onChosen }: Props) {
    const target: Target = { kind: 'validators', first: row.id, ids: [row.id] }
    return (
      <li>
        <TargetEntry
          target={target}
          current={current}
          count={count}
          onChosen={onChosen}
          state={<StateIcon state={stateOf(row)} />}
        >
          <ValidatorName row={row} />
        </TargetEntry>
      </li>
    )
  },
  (a, b) =>
    a.current === b.current &&
    a.count === b.count &&
    a.onChosen === b.onChosen &&
    a.row.id === b.row.id &&
    a.row.moniker === b.row.moniker &&
    a.row.avatar === b.row.avatar &&
    sameState(stateOf(a.row), stateOf(b.row)),
)

interface EntryProps extends Pick<Props, 'current' | 'count' | 'onChosen'> {
  target: Target
  state: ReactNode
  children: ReactNode
}

/** A target of the list, whatever it is. */
function TargetEntry({ target, current, count, state, onChosen, children }: EntryProps) {
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  const stop = useStop(draftNameOf(target, null))
  return (
    <Link
      {...stop}
      to="/alerts"
      // The team whose settings they are stays.
      search={({ team }) => ({ ...searchOf(target), ...(team !== undefined && { team }) })}
      preload={false}
      {...(current ? { 'aria-current': 'true' as const } : {})}
      activeProps={{}}
      onClick={onChosen}
    >
      {children}
      <span>{state}</span>
      {count === 0 ? (
        <span />
      ) : (
        <span>
          <span aria-hidden>{formats.integer(count)}</span>
          <VisuallyHidden>{t('target.entries', { count })}</VisuallyHidden>
        </span>
      )}
    </Link>
  )
}

interface BridgeProps {
  row: Bridge
  current: boolean
  count: number
  onChosen: (() => void) | undefined
}

/** One bridge with its peer id, its state and the number of its entries. */
export const BridgeTargetRow = memo(
  function BridgeTargetRow({ row, current, count, onChosen }: BridgeProps) {
    const target: Target = { kind: 'bridges', first: row.id, ids: [row.id] }
    return (
      <li>
        <TargetEntry
          target={target}
          current={current}
          count={count}
          onChosen={onChosen}
          state={<SyncIcon bridge={row} />}
        >
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
    a.row.sync_status === b.row.sync_status &&
    // Of one that is behind each report says whether its height rises (P912).
    (a.row.sync_status !== 'CATCHING_UP' || a.row.last_otel_update === b.row.last_otel_update),
)

const Lines = styled('span')(({ theme }) => ({
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
    <Lines title={name === null ? peer_id : `${name}, ${peer_id}`}>
      <BridgeTile />
      <span>
        {name === null ? null : <bdi>{name}</bdi>}
        <code>
          <bdi dir="ltr">{shortPeerId(peer_id)}</bdi>
        </code>
      </span>
    </Lines>
  )
}
