import { styled } from './theme/styled.tsx'
import { useTranslation } from '../i18n/use-translation.ts'

/** Text for screen readers only: it takes no space on the screen. */
export const VisuallyHidden = styled('span')({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
})

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
