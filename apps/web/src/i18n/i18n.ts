import { type Language, languages } from '@roundsman/contract/accounts/users'
import { createInstance, type i18n, type ResourceLanguage } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type account from './account.en.json'
import type alerts from './alerts.en.json'
import type bridges from './bridges.en.json'
import type charts from './charts.en.json'
import type contacts from './contacts.en.json'
import type en from './en.json'
import type governance from './governance.en.json'
import type history from './history.en.json'
import type list from './list.en.json'
import type { PageTexts } from './page-language.ts'
import type quiet from './quiet.en.json'
import type shell from './shell.en.json'
import type silences from './silences.en.json'
import type teams from './teams.en.json'
import type validator from './validator.en.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      translation: typeof en
      shell: typeof shell
      teams: typeof teams
      account: typeof account
      alerts: typeof alerts
      bridges: typeof bridges
      charts: typeof charts
      contacts: typeof contacts
      governance: typeof governance
      history: typeof history
      list: typeof list
      quiet: typeof quiet
      silences: typeof silences
      validator: typeof validator
    }
  }
}

type Catalogue = () => Promise<{ default: ResourceLanguage }>
const catalogues: Record<Language, Catalogue> = {
  en: () => import('./en.json'),
  ru: () => import('./ru.json'),
  uk: () => import('./uk.json'),
}
/** Texts that are loaded with the pages that show them: the shell, what people do with their accounts, alerts, charts; `list`: what of the list is opened. */
const namespaces: Readonly<Record<PageTexts | 'shell', Record<Language, Catalogue>>> = {
  shell: {
    en: () => import('./shell.en.json'),
    ru: () => import('./shell.ru.json'),
    uk: () => import('./shell.uk.json'),
  },
  account: {
    en: () => import('./account.en.json'),
    ru: () => import('./account.ru.json'),
    uk: () => import('./account.uk.json'),
  },
  alerts: {
    en: () => import('./alerts.en.json'),
    ru: () => import('./alerts.ru.json'),
    uk: () => import('./alerts.uk.json'),
  },
  bridges: {
    en: () => import('./bridges.en.json'),
    ru: () => import('./bridges.ru.json'),
    uk: () => import('./bridges.uk.json'),
  },
  charts: {
    en: () => import('./charts.en.json'),
    ru: () => import('./charts.ru.json'),
    uk: () => import('./charts.uk.json'),
  },
  contacts: {
    en: () => import('./contacts.en.json'),
    ru: () => import('./contacts.ru.json'),
    uk: () => import('./contacts.uk.json'),
  },
  governance: {
    en: () => import('./governance.en.json'),
    ru: () => import('./governance.ru.json'),
    uk: () => import('./governance.uk.json'),
  },
  teams: {
    en: () => import('./teams.en.json'),
    ru: () => import('./teams.ru.json'),
    uk: () => import('./teams.uk.json'),
  },
  history: {
    en: () => import('./history.en.json'),
    ru: () => import('./history.ru.json'),
    uk: () => import('./history.uk.json'),
  },
  list: {
    en: () => import('./list.en.json'),
    ru: () => import('./list.ru.json'),
    uk: () => import('./list.uk.json'),
  },
  quiet: {
    en: () => import('./quiet.en.json'),
    ru: () => import('./quiet.ru.json'),
    uk: () => import('./quiet.uk.json'),
  },
  silences: {
    en: () => import('./silences.en.json'),
    ru: () => import('./silences.ru.json'),
    uk: () => import('./silences.uk.json'),
  },
  validator: {
    en: () => import('./validator.en.json'),
    ru: () => import('./validator.ru.json'),
    uk: () => import('./validator.uk.json'),
  },
}

/**
 * Texts in the user's language. Only its catalogue is loaded (a test proves that each is complete). Rejects where that cannot be fetched.
 */
export async function startI18n(language: string): Promise<i18n> {
  const instance = createInstance()
  await instance
    .use(initReactI18next)
    .use({
      type: 'backend' as const,
      init: () => undefined,
      // Two parameters: i18next takes a function with fewer or more for one that calls back.
      read: (wanted: string, namespace: string) =>
        (isPart(namespace) ? namespaces[namespace] : catalogues)
          [primaryLanguage(wanted)]()
          .then((file) => file.default),
    })
    .init({
      lng: language,
      supportedLngs: [...languages],
      nonExplicitSupportedLngs: true,
      load: 'languageOnly',
      fallbackLng: (code: string) => (languages.some((known) => known === code.slice(0, 2)) ? [] : ['en']),
      interpolation: { escapeValue: false },
      returnNull: false,
    })
  // The library goes on without texts, and would show the names of them.
  if (!instance.hasResourceBundle(primaryLanguage(language), 'translation'))
    throw new Error('The texts of the page could not be fetched.')
  return instance
}

function isPart(namespace: string): namespace is keyof typeof namespaces {
  return namespace in namespaces
}

/** One of the languages of the product, English if it is none of them. */
export function primaryLanguage(tag: string): Language {
  const code = tag.slice(0, 2).toLowerCase()
  return languages.find((known) => known === code) ?? 'en'
}
