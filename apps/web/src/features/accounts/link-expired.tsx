import LinkOffRounded from '@mui/icons-material/LinkOffRounded'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'

interface Props {
  /** What to do now, in one sentence. */
  children: ReactNode
  /** The way to do it. */
  actions: ReactNode
}

/** In place of the form where a mailed link is used up, void or too old. */
export function LinkExpired({ children, actions }: Props) {
  const { t: say } = useTranslation('account')
  return (
    <EmptyState icon={LinkOffRounded} title={say('expired.title')} heading="h1" actions={actions}>
      {children}
    </EmptyState>
  )
}
