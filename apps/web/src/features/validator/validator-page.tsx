import PersonSearchOutlined from '@mui/icons-material/PersonSearchOutlined'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../data/errors.ts'
import { useServices } from '../../data/services.ts'
import { useDetails } from '../../data/use-details.ts'
import { DetailError, DetailMissing } from '../../parts/detail-error.tsx'
import { RouteButton } from '../../ui/route-button.tsx'
import { type GridRange, usualRange } from './validator-search.ts'
import { ValidatorSkeleton } from './validator-skeleton.tsx'
import { ValidatorView } from './validator-view.tsx'

/** One validator of the network, by its id or one of its addresses, live. */
export function ValidatorPage() {
  const { t } = useTranslation('validator')
  const { validatorId } = useParams({ from: '/members/validators/$validatorId' })
  const { blocks = usualRange } = useSearch({ from: '/members/validators/$validatorId' })
  const navigate = useNavigate()
  const { known, error, fetch } = useDetails(validatorId, Number(blocks))
  const onRange = (range: GridRange) =>
    void navigate({
      to: '/validators/$validatorId',
      params: { validatorId },
      search: range === usualRange ? {} : { blocks: range },
      replace: true,
      resetScroll: false,
    })
  if (isProblem(error, 'not_found')) return <NoValidator />
  if (error && known === null) return <DetailError title={t('error.title')} error={error} onRetry={fetch} />
  if (known === null) return <ValidatorSkeleton />
  // Another validator is another page, with nothing of the one before.
  return (
    <ValidatorView
      key={known.details.id}
      known={known}
      error={error}
      range={blocks}
      onRange={onRange}
      onRetry={fetch}
    />
  )
}

function NoValidator() {
  const { t } = useTranslation('validator')
  const { t: tell } = useTranslation()
  const { network } = useServices()
  return (
    <DetailMissing
      icon={PersonSearchOutlined}
      title={t('missing.title')}
      text={t('missing.text', { network: network.name })}
      back={
        <RouteButton to="/" variant="contained">
          {tell('fault.toValidators')}
        </RouteButton>
      }
    />
  )
}
