import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import RemoveCircleOutlineRounded from '@mui/icons-material/RemoveCircleOutlineRounded'
import StarRounded from '@mui/icons-material/StarRounded'
import { styled as styledPart } from '@mui/material/styles'
import { compareUrgency, stateOf, type ValidatorState } from '@roundsman/contract/networks/validator-state'
import type { Validator } from '@roundsman/contract/networks/validators'
import { Link } from '@tanstack/react-router'
import { memo, use } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { NetworkHealth } from '../../data/network/network-health.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { validatorName } from '../../parts/validator-name.ts'
import { StateCell } from '../../parts/validator-state.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { FavouritesContext } from './list/list-rows.ts'
import { styled } from '../../ui/theme/styled.tsx'

interface Props {
  rows: readonly Validator[]
  health: NetworkHealth | null
}

/** The names and the note that replaces them share one place: neither moves the rows. */
const Band = styled('section')(({ theme }) => ({
  ...theme.typography.table,
  display: 'grid',
  alignItems: 'center',
  marginBottom: 12,
  '& > *': { gridArea: '1 / 1', minWidth: 0, margin: 0 },
  '& > ul': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 8,
    padding: 0,
    listStyle: 'none',
    containerType: 'inline-size',
  },
  '& > ul[data-old]': { visibility: 'hidden' },
  '& li': { display: 'flex', minWidth: 0, maxWidth: '100%' },
}))
const TroubleLink = styledPart(Link)(({ theme }) => ({
  boxSizing: 'border-box',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  minHeight: 'max(32px, 2rem)',
  padding: '3px 0',
  paddingInlineStart: 10,
  paddingInlineEnd: 5,
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.dividerStrong}`,
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.paper,
  textDecoration: 'none',
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&[data-more]': { paddingInline: 10, color: theme.vars.palette.text.secondary },
  '& > svg': { flex: 'none', fontSize: 18, color: theme.vars.palette.accent.text },
  '& > b': { fontWeight: 500, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  // The name gives way before the state does, which is cut only where the line has no room for it: a share of its own mark, of
  // which it may be the most, cut it beside a short name.
  '& > [data-emphasis]': { flex: 'none', maxWidth: '75cqi' },
  '@media (pointer: coarse)': { minHeight: 40 },
})) as typeof Link

/**
 * Who needs somebody now, each by name and with the way to its page: the user's own first. Nothing where nobody does;
 * where what is shown is old, no name: only that it is not known.
 */
export const TroubleBand = memo(function TroubleBand({ rows, health }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { serverTime } = useServices()
  const { ids: mine } = use(FavouritesContext)
  const halted = health?.kind === 'halted'
  const isOld = health !== null && health.kind !== 'live' && !halted
  const { named, more } = troublesOf(rows, mine, { now: serverTime.now(), halted })
  if (named.length === 0) return null
  const rest = (['missing', 'jailed'] as const).filter((kind) => more[kind] > 0)
  return (
    <Band aria-label={t('stat.attention')}>
      <ul {...(isOld ? { 'data-old': '' } : {})}>
        {named.map((trouble) => (
          <li key={trouble.row.id}>
            <TroubleLink to="/validators/$validatorId" params={{ validatorId: String(trouble.row.id) }}>
              <Named trouble={trouble} halted={halted} />
            </TroubleLink>
          </li>
        ))}
        {rest.map((kind) => (
          <li key={kind}>
            <TroubleLink to="/" search={{ show: kind }} resetScroll={false} data-more="">
              +{t(`stat.${kind}`, { count: more[kind], value: formats.integer(more[kind]) })}
            </TroubleLink>
          </li>
        ))}
      </ul>
      {isOld ? (
        <StateMark icon={HelpOutlineRounded} tone="neutral" emphasis="quiet">
          {t('stat.attentionUnknown')}
        </StateMark>
      ) : null}
    </Band>
  )
})

interface NamedProps {
  trouble: Trouble
  halted: boolean
}

function Named({ trouble: { row, state, isMine }, halted }: NamedProps) {
  const { t } = useTranslation()
  const isOut = state.kind === 'unbonding' || state.kind === 'unbonded'
  return (
    <>
      {isMine ? <StarRounded titleAccess={t('show.mine')} /> : null}
      <b dir="auto">{validatorName(row)}</b>
      {isOut ? (
        <StateMark icon={RemoveCircleOutlineRounded} tone="neutral" emphasis="quiet">
          {t('list.heading.inactive')}
        </StateMark>
      ) : (
        <StateCell state={state} halted={halted} />
      )}
    </>
  )
}

interface Trouble {
  row: Validator
  state: ValidatorState
  isMine: boolean
}

interface Troubles {
  /** The user's own, then the most urgent of the others; in each part the most urgent first. */
  named: readonly Trouble[]
  /** How many others need somebody now and are not named. */
  more: { missing: number; jailed: number }
}

interface Situation {
  /** The server's time, Unix ms. */
  now: number
  /** The network makes no blocks now. */
  halted: boolean
}

/** Others that are named. Whoever wants all of them filters the list. */
const mostOthers = 3
/** Ms after which somebody else's jailing is no longer recent: every network has some that never came back. */
const recentMs = 7 * 86_400_000
const ofMine: readonly ValidatorState['kind'][] = [
  ...(['risk', 'missing', 'jailed', 'tombstoned', 'unbonding', 'unbonded'] as const),
]

/** Who needs somebody now: of the user's own validators whoever cannot sign or does not, of the others what is recent. */
export function troublesOf(
  rows: readonly Validator[],
  mine: ReadonlySet<number>,
  situation: Situation,
): Troubles {
  const found = rows
    .map((row): Trouble => ({ row, state: stateOf(row), isMine: mine.has(row.id) }))
    .filter(({ state, isMine }) => (isMine ? isOwnTrouble(state, situation) : isRecent(state, situation)))
    .sort((a, b) => compareUrgency(a.state, b.state))
  const others = found.filter(({ isMine }) => !isMine)
  const rest = others.slice(mostOthers)
  const jailed = rest.filter(({ state }) => state.kind === 'jailed').length
  return {
    named: [...found.filter(({ isMine }) => isMine), ...others.slice(0, mostOthers)],
    more: { missing: rest.length - jailed, jailed },
  }
}

/** While there are no blocks nobody comes nearer to jail (P13). */
function isOwnTrouble({ kind }: ValidatorState, { halted }: Situation): boolean {
  return ofMine.includes(kind) && !(halted && kind === 'risk')
}

function isRecent(state: ValidatorState, situation: Situation): boolean {
  if (state.kind === 'jailed')
    return state.until !== null && situation.now - Date.parse(state.until) < recentMs
  return (state.kind === 'risk' || state.kind === 'missing') && isOwnTrouble(state, situation)
}
