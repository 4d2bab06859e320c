import { render, screen } from '@testing-library/react'
import { createInstance, type TFunction } from 'i18next'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import en from '../../i18n/en.json'
import ru from '../../i18n/ru.json'
import { ThemeRoot } from '../theme/theme-root.tsx'
import { lastLetters, Strip, stripLabel, stripPaths, stripWidth } from './strip.tsx'

function texts(lng: string) {
  const instance = createInstance()
  void instance
    .use(initReactI18next)
    .init({ lng, initAsync: false, resources: { en: { translation: en }, ru: { translation: ru } } })
  return instance
}

describe('the strip', () => {
  it('P25: signed stands on the line at 14, missed hangs below it', () => {
    const paths = stripPaths('spnm-')
    // Behind what was proposed lies what was signed, and is covered.
    expect(paths.get('signed')).toBe('M0 6h3v8h-3zM4 6h3v8h-3z')
    expect([...paths.keys()].indexOf('signed')).toBe(0)
    expect(paths.get('proposed')).toBe('M4 2h3v12h-3z')
    expect(paths.get('nil')).toBe('M8 10h3v4h-3z')
    expect(paths.get('missed')).toBe('M12 15h3v7h-3z')
    expect(paths.get('unseen')).toBe('M16.5 12h2v2h-2z')
  })
  it('P25: has thinner bars where there is little room', () => {
    const paths = stripPaths('ms-', 3)
    expect(paths.get('signed')).toBe('M3 6h2v8h-2z')
    expect(paths.get('missed')).toBe('M0 15h2v7h-2z')
    expect(paths.get('unseen')).toBe('M6.5 12h1v2h-1z')
    expect(stripWidth(60, 3)).toBe(179)
  })
  it('shows the newest blocks, and what is not known as not seen', () => {
    expect(lastLetters('ms', 4)).toBe('--ms')
    expect(lastLetters('mmss', 2)).toBe('ss')
    expect(stripWidth(60)).toBe(239)
    expect(stripPaths('?').get('unseen')).toBeDefined()
  })
  it('P25, P161: says it in one sentence, in each language', () => {
    const t = (lng: string) => texts(lng).t as TFunction
    expect(stripLabel('s'.repeat(48) + 'm'.repeat(12), t('en'))).toBe(
      'Last 60 blocks: 48 signed, 12 missed, all of the last 12',
    )
    expect(stripLabel('pns-', t('en'))).toBe(
      'Last 4 blocks: 2 signed, 1 nil vote, 1 not in the set or not seen',
    )
    expect(stripLabel('s'.repeat(58) + 'nn', t('ru'))).toBe(
      'Последние 60 блоков: 58 подписано, 2 пустых голоса',
    )
  })
  it('P25: is one picture with a name', () => {
    render(
      <I18nextProvider i18n={texts('en')}>
        <ThemeRoot>
          <Strip letters={'s'.repeat(60)} />
        </ThemeRoot>
      </I18nextProvider>,
    )
    const picture = screen.getByRole('img', { name: 'Last 60 blocks: 60 signed' })
    expect(picture.querySelectorAll('path')).toHaveLength(1)
  })
})
