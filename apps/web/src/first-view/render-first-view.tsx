import { type Boot, networkOfHost } from '@roundsman/contract/networks'
import type { Language, Profile } from '@roundsman/contract/users'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { createAppRouter } from '../app/router.tsx'
import { ServicesContext } from '../data/services.ts'
import { startI18n } from '../i18n/i18n.ts'
import { styleCache, ThemeRoot } from '../ui/theme/theme-root.tsx'
import { NarrowScreen } from './narrow-screen.tsx'
import { SampleRow } from './sample-row.tsx'
import { stillPicture } from './still-picture.ts'
import { stillServices } from './still-services.ts'
import { styleElements } from './style-elements.ts'

export interface FirstViewAsk {
  /** `/login` as a guest sees it, `/` as a member does. */
  page: '/login' | '/'
  language: Language
  boot: Boot
  host: string
  /** Unix milliseconds. */
  now: number
}

export interface FirstView {
  html: string
  /** Style elements for the head, with `__CSP_NONCE__` in the place of the nonce. */
  styles: string
}

/** Nobody in particular: the first view does not know who comes. */
const member: Profile = {
  id: 0,
  email: '',
  first_name: '',
  last_name: '',
  avatar: null,
  language: 'en',
  timezone: 'UTC',
  groups: [],
  has_password: true,
  phones: [],
  abilities: [{ action: 'manage', subject: 'all' }],
}

/** Without it Emotion would write its rules between the elements. */
styleCache.compat = true

/** What a page looks like before anything is known but the site: a picture of it, and the rules it is drawn by. */
export async function renderFirstView(ask: FirstViewAsk): Promise<FirstView> {
  const { boot, host, language, page, now } = ask
  const network = networkOfHost(boot, host)
  const services = stillServices({ boot, network, now, user: page === '/' ? member : null })
  const history = createMemoryHistory({ initialEntries: [page] })
  const onTheirWay = startI18n(language)
  const router = createAppRouter({ services, texts: onTheirWay, history })
  const [texts] = await Promise.all([onTheirWay, router.load()])
  const draw = (children: ReactNode) =>
    renderToString(
      <ServicesContext value={services}>
        <QueryClientProvider client={services.queries}>
          <I18nextProvider i18n={texts}>
            <ThemeRoot>
              <NarrowScreen>{children}</NarrowScreen>
            </ThemeRoot>
          </I18nextProvider>
        </QueryClientProvider>
      </ServicesContext>,
    )
  const html = draw(<RouterProvider router={router} />)
  const soon = page === '/' ? draw(<SampleRow />) : ''
  return { html: stillPicture(html), styles: styleElements(styleCache, html + soon) }
}
