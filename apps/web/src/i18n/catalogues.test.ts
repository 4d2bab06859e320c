/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import accountEn from './account.en.json'
import accountRu from './account.ru.json'
import accountUk from './account.uk.json'
import alertsEn from './alerts.en.json'
import alertsRu from './alerts.ru.json'
import alertsUk from './alerts.uk.json'
import bridgesEn from './bridges.en.json'
import chartsEn from './charts.en.json'
import bridgesRu from './bridges.ru.json'
import chartsRu from './charts.ru.json'
import bridgesUk from './bridges.uk.json'
import chartsUk from './charts.uk.json'
import contactsEn from './contacts.en.json'
import teamsEn from './teams.en.json'
import contactsRu from './contacts.ru.json'
import teamsRu from './teams.ru.json'
import contactsUk from './contacts.uk.json'
import teamsUk from './teams.uk.json'
import en from './en.json'
import governanceEn from './governance.en.json'
import historyEn from './history.en.json'
import governanceRu from './governance.ru.json'
import historyRu from './history.ru.json'
import governanceUk from './governance.uk.json'
import historyUk from './history.uk.json'
import listEn from './list.en.json'
import listRu from './list.ru.json'
import listUk from './list.uk.json'
import ru from './ru.json'
import quietEn from './quiet.en.json'
import shellEn from './shell.en.json'
import silencesEn from './silences.en.json'
import quietRu from './quiet.ru.json'
import shellRu from './shell.ru.json'
import silencesRu from './silences.ru.json'
import quietUk from './quiet.uk.json'
import shellUk from './shell.uk.json'
import silencesUk from './silences.uk.json'
import { textsOf } from './testing/texts-of.ts'
import uk from './uk.json'
import validatorEn from './validator.en.json'
import validatorRu from './validator.ru.json'
import validatorUk from './validator.uk.json'

type Tree = { [key: string]: string | Tree }
const plural = /_(zero|one|two|few|many|other)$/

function flatten(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  )
}
const catalogues = {
  en: flatten({
    ...en,
    shell: shellEn,
    accountPages: accountEn,
    alerts: alertsEn,
    bridges: bridgesEn,
    charts: chartsEn,
    contacts: contactsEn,
    teams: teamsEn,
    governance: governanceEn,
    history: historyEn,
    listParts: listEn,
    quiet: quietEn,
    silences: silencesEn,
    validatorPage: validatorEn,
  }),
  ru: flatten({
    ...ru,
    shell: shellRu,
    accountPages: accountRu,
    alerts: alertsRu,
    bridges: bridgesRu,
    charts: chartsRu,
    contacts: contactsRu,
    teams: teamsRu,
    governance: governanceRu,
    history: historyRu,
    listParts: listRu,
    quiet: quietRu,
    silences: silencesRu,
    validatorPage: validatorRu,
  }),
  uk: flatten({
    ...uk,
    shell: shellUk,
    accountPages: accountUk,
    alerts: alertsUk,
    bridges: bridgesUk,
    charts: chartsUk,
    contacts: contactsUk,
    teams: teamsUk,
    governance: governanceUk,
    history: historyUk,
    listParts: listUk,
    quiet: quietUk,
    silences: silencesUk,
    validatorPage: validatorUk,
  }),
}
const bare = (keys: Iterable<string>) => [...new Set([...keys].map((key) => key.replace(plural, '')))].sort()
const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

describe.each(['en', 'ru', 'uk'] as const)('P40: the catalogue %s', (language) => {
  const texts = catalogues[language]
  it('has every key of English and no other', () => {
    expect(bare(texts.keys())).toEqual(bare(catalogues.en.keys()))
  })
  it('has every plural form of the language', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
    const counted = bare([...texts.keys()].filter((key) => plural.test(key)))
    expect(counted.length).toBeGreaterThan(10)
    for (const key of counted)
      expect(
        forms.filter((form) => texts.has(`${key}_${form}`)),
        key,
      ).toEqual(forms)
  })
  it('fills the same holes and leaves no text empty', () => {
    for (const [key, text] of texts) {
      expect(text.trim(), key).not.toBe('')
      const english = catalogues.en.get(key) ?? catalogues.en.get(key.replace(plural, '_other')) ?? ''
      expect(holes(text), key).toEqual(holes(english))
    }
  })
  it('ends no line between a number and its unit, nor before a dash', () => {
    for (const [key, text] of texts) {
      expect(text, key).not.toMatch(/(\d|\{\{value\}\}) (s|h|d|min|MiB|с|ч|год|д|мин|хв|МиБ|МіБ)(?!\p{L})/u)
      expect(text, key).not.toContain(' —')
    }
  })
  it.skipIf(language === 'en')('is written in its own letters', () => {
    const latinOnly = [
      'list.csv',
      'column.rankShort',
      'alerts.channel.SMS',
      'alerts.channel.TELEGRAM',
      'alerts.channel.DISCORD',
      'alerts.channel.SLACK',
      'alerts.channel.PAGERDUTY',
      'alerts.channel.NTFY',
      'alerts.channel.MATRIX',
      'alerts.channel.PUSHOVER',
      'alerts.channel.GOTIFY',
      'bridges.column.peer',
      'bridges.detail.peerId',
      'bridges.snippet.systemd.tab',
      'charts.csv',
      'charts.png',
      'history.csv',
      'governance.votes.csv',
    ]
    for (const [key, text] of texts) {
      const prose = text.replace(/\{\{\w+\}\}/g, '')
      if (/\p{L}{3,}/u.test(prose) && !latinOnly.includes(key))
        expect(prose, key).toMatch(/\p{Script=Cyrillic}/u)
    }
  })
})

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'))
it.each(files)('P40: %s has each key once: of two the first would never be shown', (file) => {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')
  let parsed = 0
  JSON.parse(text, (key, value: unknown) => {
    if (key !== '') parsed += 1
    return value
  })
  expect(parsed).toBe(text.match(/^\s*"[^"]+": /gm)?.length)
})

describe('P40: components', () => {
  const files = components('src')
  it('are found', () => {
    expect(files.length).toBeGreaterThan(40)
  })
  it.each(files)('%s holds no text of its own', (file) => {
    expect(textsOf(file, readFileSync(join(import.meta.dirname, '../..', file), 'utf8'))).toEqual([])
  })
  it.each([
    ['<p>Hello</p>', ['Hello']],
    ["<p>{'Hello'}</p>", ['Hello']],
    [`<p>{\`Hello \${name}\`}</p>`, ['Hello']],
    ["<p>{open ? 'Yes' : count > 0 && 'No'}</p>", ['Yes', 'No']],
    ["<p>{name ?? 'nobody'} {'at ' + place}</p>", ['nobody', 'at']],
    ['<input placeholder="Search" />', ['Search']],
    ["<button aria-label={open ? 'Close' : 'Open'} />", ['Close', 'Open']],
    ["<Menu slotProps={{ list: { 'aria-label': 'Entries' } }} />", ['Entries']],
    ["<p className=\"dense\">{t('word')} · {kind === 'jailed' ? 1 : 2}%</p>", []],
  ])('%s would be found', (component, texts) => {
    expect(textsOf('a.tsx', `const a = ${component}`)).toEqual(texts)
  })
})

function components(folder: string): string[] {
  return readdirSync(join(import.meta.dirname, '../..', folder), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((name) => join(folder, name))
}
