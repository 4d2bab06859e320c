import { languages } from '@roundsman/contract/users'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../data/use-user.ts'
import { primaryLanguage } from '../i18n/i18n.ts'
import { useChooseLanguage } from './use-choose-language.ts'

/**
 * A language that the address asks for (`?lng=uk`) is chosen like one of the menu: kept by the browser, and that of the
 * first one who is signed in after it. index.html has shown the page in it from the first paint.
 */
export function AddressLanguage() {
  const { i18n } = useTranslation()
  const choose = useChooseLanguage()
  const user = useUser()
  const asked = useRef(languageOf(window.location.search))
  const apply = useEffectEvent(() => {
    // Somebody has chosen another one since.
    if (primaryLanguage(i18n.language) !== asked.current) asked.current = undefined
    if (asked.current === undefined) return
    choose(asked.current)
    if (user) asked.current = undefined
  })
  const known = user !== undefined
  const id = user?.id
  useEffect(() => {
    if (known) apply()
  }, [known, id])
  return null
}

function languageOf(search: string) {
  const asked = new URLSearchParams(search).get('lng')?.toLowerCase().split(/[-_]/)[0]
  return languages.find((one) => one === asked)
}
