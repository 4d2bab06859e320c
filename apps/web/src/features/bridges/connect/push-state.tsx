import Typography from '@mui/material/Typography'
import type { BridgeToken, BridgeTokenProblem } from '@roundsman/contract/bridges/bridge-tokens'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** What is wrong although what the token pushes is taken. */
type PushWarning = Extract<BridgeTokenProblem, 'contested' | 'two_programs'>

/** What has come of a token so far. */
export type PushState =
  | { kind: 'waiting' }
  | { kind: 'connected'; peerId: string; warning: PushWarning | null }
  | { kind: 'refused'; problem: BridgeTokenProblem }

/** What is known of a token. */
type TokenFacts = Pick<BridgeToken, 'id' | 'peer_id' | 'last_used_at' | 'problem'>

/** @param tokens those of the user; undefined while they are not known */
export function pushStateOf(tokens: readonly TokenFacts[] | undefined, id: number): PushState {
  const token = tokens?.find((one) => one.id === id)
  // A list of before it was made knows nothing of it.
  if (!token) return { kind: 'waiting' }
  const { peer_id: peerId, problem, last_used_at: usedAt } = token
  if (usedAt === null) return { kind: 'waiting' }
  if (problem === null)
    return peerId === null ? { kind: 'waiting' } : { kind: 'connected', peerId, warning: null }
  const warning = warningOf(problem)
  return peerId !== null && warning !== null
    ? { kind: 'connected', peerId, warning }
    : { kind: 'refused', problem }
}

/** Of two that claim a peer id the pushes of the one that has it are taken, and so are those of two programs with one key. */
function warningOf(problem: BridgeTokenProblem): PushWarning | null {
  return problem === 'contested' || problem === 'two_programs' ? problem : null
}

interface Props {
  problem: BridgeTokenProblem
  /** What the token pushes is taken nevertheless. */
  holds: boolean
  network: string
}

/** What is wrong with what a token sends, and what to do about it. */
export function ProblemAdvice({ problem, holds, network }: Props) {
  const { t } = useTranslation('bridges')
  const key = problem === 'contested' && holds ? 'contestedByOther' : problem
  return (
    <Typography variant="caption" component="p" sx={{ m: 0 }}>
      {t(`problem.${key}.what`, { network })} {t(`problem.${key}.do`, { network })}
    </Typography>
  )
}
