import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import RefreshRounded from '@mui/icons-material/RefreshRounded'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { requestIdOf } from '../data/errors.ts'
import { EmptyState } from '../ui/empty-state.tsx'

interface Props {
  error: Error
  onRetry: () => void
  title: string
  heading?: 'h1' | 'h2'
  /** Why, and what still holds. */
  children: ReactNode
}

/** In place of something that never came from the server: what failed, the id of the request, and the way on. */
export function LoadFailed({ error, onRetry, title, heading, children }: Props) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={ErrorOutlineRounded}
      tone="error"
      title={title}
      {...(heading === undefined ? {} : { heading })}
      footnote={requestIdOf(error)}
      actions={
        <Button variant="contained" startIcon={<RefreshRounded />} onClick={onRetry}>
          {t('error.tryAgain')}
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
