import { render } from '@testing-library/react'
import { createInstance } from 'i18next'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { afterEach, describe, expect, it } from 'vitest'
import { type Services, ServicesContext } from '../data/services/services.ts'
import { settle } from '../data/testing/settle.ts'
import { AddressLanguage } from './root.tsx'

afterEach(() => {
  document.documentElement.lang = 'en'
})

/** What the page does with a language that its address asks for. */
async function openWith(search: string) {
  window.history.pushState({}, '', `/settings${search}`)
  const kept: Record<string, string> = {}
  const changes: object[] = []
  const texts = createInstance()
  await texts.use(initReactI18next).init({ lng: 'en', resources: { en: {}, uk: {} } })
  const services = {
    boot: { cookie_domain: 'example.org' },
    settings: { change: (change: object) => changes.push(change) },
    storage: {
      write: (key: string, value: string) => void (kept[key] = value),
      writeCookie: (key: string, value: string, domain: string) => void (kept[`${key} on ${domain}`] = value),
    },
  } as unknown as Services
  render(
    <ServicesContext value={services}>
      <I18nextProvider i18n={texts}>
        <AddressLanguage />
      </I18nextProvider>
    </ServicesContext>,
  )
  await settle()
  return { kept, changes, language: texts.language, lang: document.documentElement.lang }
}
const keptAs = (code: string) => ({
  lng: code,
  i18nextLng: code,
  'lng on example.org': code,
  'i18nextLng on example.org': code,
})

describe('P58: the language of the address', () => {
  it.each([
    ['?lng=uk', 'uk', 'uk', 'ltr'],
    ['?a=1&lng=uk-UA', 'uk', 'uk', 'ltr'],
    // Right to left, with the texts of English.
    ['?lng=ar', 'ar', 'en', 'rtl'],
    ['?lng=AR-EG', 'ar', 'en', 'rtl'],
  ])('%s is kept as %s, shown in %s from %s', async (search, code, shown, direction) => {
    const page = await openWith(search)
    expect(page.kept).toEqual(keptAs(code))
    expect(page.changes).toEqual([{ direction }])
    expect([page.language, page.lang]).toEqual([shown, shown])
  })
  it.each(['', '?lng=', '?lng=de', '?lng=arn', '?lang=uk'])(
    '%j asks for none and changes nothing',
    async (search) => {
      expect(await openWith(search)).toEqual({ kept: {}, changes: [], language: 'en', lang: 'en' })
    },
  )
})
