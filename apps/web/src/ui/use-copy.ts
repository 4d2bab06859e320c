import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { say, sayWrong } from './say.ts'

/** Copies a text and says so, or that the browser did not let it. */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation()
  return useCallback(
    (text) =>
      void navigator.clipboard.writeText(text).then(
        () => say(t('list.copied')),
        () => sayWrong(t('list.notCopied')),
      ),
    [t],
  )
}
