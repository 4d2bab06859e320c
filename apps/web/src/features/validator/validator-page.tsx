import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { isProblem } from '../../data/errors.ts'
import { useDetails } from './use-details.ts'
import { ValidatorError } from './validator-error.tsx'
import { type GridRange, usualRange } from './validator-search.ts'
import { ValidatorSkeleton } from './validator-skeleton.tsx'
import { ValidatorView } from './validator-view.tsx'

/** One validator of the network, by its id or one of its addresses, live. */
export function ValidatorPage() {
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
  if (error && (known === null || isProblem(error, 'not_found')))
    return <ValidatorError error={error} onRetry={fetch} />
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
