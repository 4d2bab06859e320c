import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createInstance, type Resource, type ResourceLanguage } from 'i18next'

const folder = fileURLToPath(new URL('../../apps/web/src/i18n', import.meta.url))

/** A text of the page by its key, `account:phone.add` for one of the catalogue "account". */
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string

/** What the page says in a language, from its own catalogues. A key that none of them has is an error. */
export function textsIn(language: string): Translate {
  const namespaces: ResourceLanguage = {}
  for (const file of readdirSync(folder)) {
    const [, namespace = 'translation'] = new RegExp(`^(?:(\\w+)\\.)?${language}\\.json$`).exec(file) ?? [
      undefined,
      null,
    ]
    if (namespace !== null)
      namespaces[namespace] = JSON.parse(readFileSync(join(folder, file), 'utf8')) as ResourceLanguage
  }
  const resources: Resource = { [language]: namespaces }
  const refuse = (key: string): never => {
    throw new Error(`${language} has no text ${key}, or not all that goes into it was given`)
  }
  const instance = createInstance({
    lng: language,
    resources,
    initAsync: false,
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: refuse,
    missingInterpolationHandler: refuse,
  })
  void instance.init()
  return (key, values = {}) => instance.t(key, values)
}

/** Matches a text whatever stands in its one hole. */
export function anyIn(t: Translate, key: string, hole: string): RegExp {
  const escaped = t(key, { [hole]: '\u0000' }).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return new RegExp(`^${escaped.replace('\u0000', '.+')}$`)
}
