import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from '../../ui/visually-hidden.ts'

/** Tells who listens how many alerts have come since the page was opened; what it was opened with is not read. */
export function NewAlertsSaid({ items }: { items: readonly AlertHistoryItem[] | undefined }) {
  const { t } = useTranslation('history')
  const [newest, setNewest] = useState<number | null>(null)
  if (newest === null && items !== undefined) setNewest(items[0]?.id ?? 0)
  const count = newest === null ? 0 : (items?.filter(({ id }) => id > newest).length ?? 0)
  return <VisuallyHidden aria-live="polite">{count === 0 ? '' : t('newCount', { count })}</VisuallyHidden>
}
