import { compareUrgency, stateOf, type ValidatorState } from '@roundsman/contract/validator-state'
import type { Validator } from '@roundsman/contract/validators'

export interface Trouble {
  row: Validator
  state: ValidatorState
  isMine: boolean
}

export interface Troubles {
  /** The user's own, then the most urgent of the others; in each part the most urgent first. */
  named: readonly Trouble[]
  /** How many others need somebody now and are not named. */
  more: { missing: number; jailed: number }
}

interface Moment {
  /** The server's time, Unix ms. */
  now: number
  /** The network makes no blocks now. */
  halted: boolean
}

/** Others that are named. Whoever wants all of them filters the list. */
const mostOthers = 3
/** Ms after which somebody else's jailing is no news any more: every network has some that never came back. */
const newsMs = 7 * 86_400_000
const ofMine: readonly ValidatorState['kind'][] = [
  ...(['risk', 'missing', 'jailed', 'tombstoned', 'unbonding', 'unbonded'] as const),
]

/** Who needs somebody now: of the user's own validators whoever cannot sign or does not, of the others what is news. */
export function troublesOf(rows: readonly Validator[], mine: ReadonlySet<number>, moment: Moment): Troubles {
  const found = rows
    .map((row): Trouble => ({ row, state: stateOf(row), isMine: mine.has(row.id) }))
    .filter(({ state, isMine }) => (isMine ? isOwnTrouble(state, moment) : isNews(state, moment)))
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
function isOwnTrouble({ kind }: ValidatorState, { halted }: Moment): boolean {
  return ofMine.includes(kind) && !(halted && kind === 'risk')
}

function isNews(state: ValidatorState, moment: Moment): boolean {
  if (state.kind === 'jailed') return state.until !== null && moment.now - Date.parse(state.until) < newsMs
  return (state.kind === 'risk' || state.kind === 'missing') && isOwnTrouble(state, moment)
}
