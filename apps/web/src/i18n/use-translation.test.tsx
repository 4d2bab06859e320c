import { act, render, screen } from '@testing-library/react'
import { createInstance } from 'i18next'
import { startTransition, Suspense, useState } from 'react'
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

describe('P823: texts that come while a part of the page is drawn', () => {
  it('let it be drawn on as it was begun: nothing is thrown, and nothing drawn anew', async () => {
    let arrive: () => void = () => undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    const instance = createInstance()
    await instance
      .use(initReactI18next)
      .use({
        type: 'backend' as const,
        init: () => undefined,
        read: (_language: string, _namespace: string) => arrived.then(() => ({ toast: { show: 'Show' } })),
      })
      .init({
        ...{ lng: 'en', fallbackLng: false, ns: ['translation'] },
        ...{ resources: { en: { translation: {} } }, partialBundledLanguages: true },
      })
    const recovered: unknown[] = []
    let open: () => void = () => undefined
    const Late = () => {
      const { t } = useTranslation('history')
      // What a part of the page does after it has its texts.
      const [times] = useState(1)
      return <p>{`${t('toast.show')} ${times}`}</p>
    }
    const Page = () => {
      const [isOpen, setOpen] = useState(false)
      open = () => startTransition(() => setOpen(true))
      return <Suspense>{isOpen ? <Late /> : <p>Closed</p>}</Suspense>
    }
    render(
      <I18nextProvider i18n={instance}>
        <Page />
      </I18nextProvider>,
      { onRecoverableError: (error) => recovered.push(error) },
    )
    await act(async () => open())
    screen.getByText('Closed')
    await act(async () => {
      arrive()
      await instance.loadNamespaces('history')
    })
    screen.getByText('Show 1')
    expect(recovered).toEqual([])
  })
})
