import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { say, sayWrong } from './say.ts'

/** Copies a text and says so, or that the browser did not let it. */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation()
  return useCallback(
    (text) =>
      void write(text).then(
        () => say(t('list.copied')),
        () => sayWrong(t('list.notCopied')),
      ),
    [t],
  )
}

/** On a page that came by plain http browsers have no clipboard at all, which throws at once: here it is a refusal too. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
