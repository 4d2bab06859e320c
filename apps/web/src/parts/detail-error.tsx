import type { SvgIconComponent } from '@mui/icons-material'
import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NoAnswerError } from '../data/errors.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailed } from './load-failed.tsx'

interface MissingProps {
  icon: SvgIconComponent
  title: string
  text: string
  back: ReactNode
}

/** In place of the page of something that there is none of. */
export function DetailMissing({ icon, title, text, back }: MissingProps) {
  return (
    <Paper variant="outlined">
      <EmptyState icon={icon} heading="h1" title={title} actions={back}>
        {text}
      </EmptyState>
    </Paper>
  )
}

interface Props {
  title: string
  error: Error
  onRetry: () => void
  /** h2: of a part of a page. */
  heading?: 'h1' | 'h2'
}

/** In place of a page, or a part of one, whose data never came. */
export function DetailError({ title, error, onRetry, heading = 'h1' }: Props) {
  const { t } = useTranslation()
  return (
    <Paper variant="outlined" role="alert">
      <LoadFailed error={error} onRetry={onRetry} title={title} heading={heading}>
        {t(
          error instanceof NoAnswerError
            ? error.timedOut
              ? 'error.timedOut'
              : 'error.noAnswer'
            : 'error.refused',
        )}
      </LoadFailed>
    </Paper>
  )
}
