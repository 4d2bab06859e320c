import { act, render } from '@testing-library/react'
import { createInstance } from 'i18next'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { type Formats, useFormats } from './formats.ts'
import { useTranslation } from './use-translation.ts'

async function texts() {
  const instance = createInstance()
  await instance.use(initReactI18next).init({
    lng: 'en',
    resources: {
      en: { translation: { unit: { second: '{{value}} s' } } },
      uk: { translation: { unit: { second: '{{value}} с' } } },
    },
  })
  return instance
}

describe('P571: components share what writes numbers', () => {
  it('hands every component the same formatter, and all of them another one in another language', async () => {
    const instance = await texts()
    const used: Formats[] = []
    const Seconds = () => {
      const formats = useFormats()
      used.push(formats)
      return <p>{`${formats.blockTime(2.5)} ${useTranslation().t('unit.second', { value: 1 })}`}</p>
    }
    const { container } = render(
      <I18nextProvider i18n={instance}>
        <Seconds />
        <Seconds />
      </I18nextProvider>,
    )
    expect(new Set(used).size).toBe(1)
    expect(container.textContent).toBe('2.5 s 1 s2.5 s 1 s')
    await act(() => instance.changeLanguage('uk'))
    expect(new Set(used).size).toBe(2)
    expect(container.textContent).toBe('2,5 с 1 с2,5 с 1 с')
  })
})
