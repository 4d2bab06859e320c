import type { SvgIconComponent } from '@mui/icons-material'
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import RefreshRounded from '@mui/icons-material/RefreshRounded'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { NoAnswerError, requestIdOf } from '../data/api/errors.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { SlimAlert } from '../ui/page/slim-alert.tsx'

interface LoadFailedProps {
  error: Error
  onRetry: () => void
  title: string
  heading?: 'h1' | 'h2'
  /** Why, and what still holds. */
  children: ReactNode
}

/** In place of something that never came from the server: what failed, the id of the request, and the way on. */
export function LoadFailed({ error, onRetry, title, heading, children }: LoadFailedProps) {
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

interface DetailErrorProps {
  title: string
  error: Error
  onRetry: () => void
  /** h2: of a part of a page. */
  heading?: 'h1' | 'h2'
}

/** In place of a page, or a part of one, whose data never came. */
export function DetailError({ title, error, onRetry, heading = 'h1' }: DetailErrorProps) {
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

interface ListErrorProps {
  error: Error
  onRetry: () => void
  onCopy: (text: string) => void
}

/** In place of the list when it never came: what failed, what still holds, and the way on. */
export function ListError({ error, onRetry, onCopy }: ListErrorProps) {
  const { t } = useTranslation()
  const requestId = requestIdOf(error)
  const why =
    error instanceof NoAnswerError
      ? error.timedOut
        ? t('error.timedOut')
        : t('error.noAnswer')
      : t('error.refused')
  return (
    <EmptyState
      icon={ErrorOutlineRounded}
      tone="error"
      title={t('list.errorTitle')}
      footnote={requestId}
      actions={
        <>
          <Button variant="contained" startIcon={<RefreshRounded />} onClick={onRetry}>
            {t('error.tryAgain')}
          </Button>
          {requestId === null ? null : (
            <Button startIcon={<ContentCopyRounded />} onClick={() => onCopy(requestId)}>
              {t('error.copyRequestId')}
            </Button>
          )}
        </>
      }
    >
      {why}
    </EmptyState>
  )
}

interface ReadFailedProps {
  onRetry: () => void
  /** What happened; else that the list could not be read. */
  title?: string
}

/** What is shown was read before; it could not be read again. */
export function ReadFailed({ onRetry, title }: ReadFailedProps) {
  const { t } = useTranslation()
  return (
    <SlimAlert
      severity="error"
      role="alert"
      title={title ?? t('list.refreshFailed')}
      action={
        <Button variant="text" size="small" onClick={onRetry}>
          {t('error.tryAgain')}
        </Button>
      }
    />
  )
}
