import { useTranslation } from 'react-i18next'
import { DetailSkeleton } from '../../ui/detail-skeleton.tsx'

const main = [340, 420]
const rail = [300, 180, 160]

/** The page of a validator in the shape of what comes. */
export function ValidatorSkeleton() {
  const { t } = useTranslation('validator')
  return <DetailSkeleton label={t('loading')} heading={t('title')} line={300} main={main} rail={rail} />
}
