import { ThemeProvider } from '@mui/material/styles'
import { render, screen } from '@testing-library/react'
import { createInstance } from 'i18next'
import { type ReactNode, Suspense } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import en from '../i18n/en.json'
import { later, Nothing } from './later.tsx'
import { createAppTheme } from './theme/theme.ts'

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

function renderPage(content: ReactNode) {
  const texts = createInstance()
  void texts
    .use(initReactI18next)
    .init({ lng: 'en', initAsync: false, resources: { en: { translation: en } } })
  render(
    <I18nextProvider i18n={texts}>
      <ThemeProvider theme={createAppTheme('ltr')}>{content}</ThemeProvider>
    </I18nextProvider>,
  )
}

describe('P1050: a part of a page that is fetched when it is first drawn', () => {
  it('stands where it was asked for, as it is', async () => {
    const Part = later(() => Promise.resolve(({ name }: { name: string }) => <p>Part of {name}</p>))
    renderPage(
      <Suspense fallback="waits">
        <Part name="the list" />
      </Suspense>,
    )
    await screen.findByText('Part of the list')
  })

  it('says in its place that it could not be loaded, and the rest of the page goes on', async () => {
    const Part = later(gone)
    renderPage(
      <main>
        The list
        <Suspense fallback={null}>
          <Part />
        </Suspense>
      </main>,
    )
    expect((await screen.findByRole('alert')).textContent).toContain('Reload the page')
    expect(screen.getByRole('main').textContent).toContain('The list')
  })

  it('is nothing where it is an offer that nobody asked for', async () => {
    const Part = later(gone, Nothing)
    renderPage(
      <main>
        <Suspense fallback="waits">
          <Part />
        </Suspense>
        The list
      </main>,
    )
    await screen.findByText('The list')
    expect(screen.queryByText('waits')).toBeNull()
  })
})
