import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from './visually-hidden.ts'

/** A value, or "–" that is read as "unknown". */
export function Known({ children }: { children: string | null }) {
  const { t } = useTranslation()
  if (children !== null) return <>{children}</>
  return (
    <>
      <span aria-hidden>–</span>
      <VisuallyHidden>{t('validator.unknownValue')}</VisuallyHidden>
    </>
  )
}
