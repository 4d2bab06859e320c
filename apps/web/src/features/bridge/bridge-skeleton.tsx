import { useTranslation } from 'react-i18next'
import { DetailSkeleton } from '../../ui/detail-skeleton.tsx'

const main = [330, 220]
const rail = [100, 160, 180]

/** The page of a bridge in the shape of what comes. */
export function BridgeSkeleton() {
  const { t } = useTranslation('bridges')
  const words = { label: t('detail.loading'), heading: t('detail.bridge') }
  return <DetailSkeleton {...words} line={160} main={main} rail={rail} />
}
