import PersonSearchOutlined from '@mui/icons-material/PersonSearchOutlined'
import Paper from '@mui/material/Paper'
import { useTranslation } from 'react-i18next'
import { isProblem, NoAnswerError } from '../../data/errors.ts'
import { useServices } from '../../data/services.ts'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RouteButton } from '../../ui/route-button.tsx'

interface Props {
  error: Error
  onRetry: () => void
}

/** In place of a validator that there is none of, or whose page never came. */
export function ValidatorError({ error, onRetry }: Props) {
  const { t } = useTranslation('validator')
  const { t: tell } = useTranslation()
  const { network } = useServices()
  const back = (
    <RouteButton to="/" variant="contained">
      {tell('fault.toValidators')}
    </RouteButton>
  )
  if (isProblem(error, 'not_found'))
    return (
      <Paper variant="outlined">
        <EmptyState icon={PersonSearchOutlined} heading="h1" title={t('missing.title')} actions={back}>
          {t('missing.text', { network: network.name })}
        </EmptyState>
      </Paper>
    )
  return (
    <Paper variant="outlined" role="alert">
      <LoadFailed error={error} onRetry={onRetry} title={t('error.title')} heading="h1">
        {tell(
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
