import { useEffect, useEffectEvent } from 'react'
import { usePageLanguage } from '../data/use-page-language.ts'
import { type PageLanguage, pageLanguageOf } from '../i18n/page-language.ts'

/**
 * A language that the address asks for (`?lng=uk`) becomes the page's, and the browser keeps it. The account's, in
 * which mails are written, stays: whoever sent the link does not decide about that. index.html has shown the page in it
 * from the first paint.
 */
export function AddressLanguage() {
  const setPageLanguage = usePageLanguage()
  const apply = useEffectEvent((asked: PageLanguage) => setPageLanguage(asked))
  useEffect(() => {
    const asked = pageLanguageOf(new URLSearchParams(window.location.search).get('lng'))
    if (asked !== null) apply(asked)
  }, [])
  return null
}
