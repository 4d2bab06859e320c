import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { i18n } from 'i18next'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { I18nextProvider } from 'react-i18next'
import { removeEarlyForm } from '../data/browser/early-form.ts'
import { type Services, ServicesContext, useServices, useUser } from '../data/services/services.ts'
import { usePageLanguage, useSettings } from '../data/services/use-settings.ts'
import { type PageLanguage, pageLanguageOf } from '../i18n/page-language.ts'
import { ThemeRoot } from '../ui/theme/theme-root.tsx'
import { clearToasts } from '../ui/toast.ts'
import type { createAppRouter } from './router.tsx'

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

interface Props {
  services: Services
  texts: i18n
  router: ReturnType<typeof createAppRouter>
}

/** Everything that every page needs, outermost first. */
export function Root({ services, texts, router }: Props) {
  // By then the page that it is for has taken it over.
  useEffect(removeEarlyForm, [])
  return (
    <ServicesContext value={services}>
      <QueryClientProvider client={services.queries}>
        <I18nextProvider i18n={texts}>
          <Appearance>
            <SessionWatch router={router} />
            <AddressLanguage />
            <RouterProvider router={router} />
          </Appearance>
        </I18nextProvider>
      </QueryClientProvider>
    </ServicesContext>
  )
}

function Appearance({ children }: { children: ReactNode }) {
  return <ThemeRoot direction={useSettings().direction}>{children}</ThemeRoot>
}

/**
 * When somebody comes or goes, the guards decide anew about the page that is open. Whoever signed out goes to the
 * sign-in page, which is not to lead back.
 */
function SessionWatch({ router }: Pick<Props, 'router'>) {
  const { session } = useServices()
  const id = useUser()?.id ?? null
  const before = useRef(id)
  useEffect(() => {
    if (before.current === id) return
    const left = id === null && !session.hasEnded()
    before.current = id
    clearToasts()
    if (left && router.state.matches.at(-1)?.staticData.page?.guard === 'members')
      void router.navigate({ to: '/login' })
    else void router.invalidate()
  }, [id, router, session])
  return null
}
