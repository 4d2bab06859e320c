import Typography from '@mui/material/Typography'
import type { BridgeTokenProblem } from '@roundsman/contract/bridge-tokens'
import { useTranslation } from 'react-i18next'

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
