import { renderHook } from '@testing-library/react'
import { createInstance } from 'i18next'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, it, vi } from 'vitest'
import en from '../../i18n/en.json'
import { useCopy } from './copy.tsx'

const said = vi.hoisted(() => ({ showSuccess: vi.fn(), showError: vi.fn() }))
vi.mock('../toast.ts', () => said)

it('a browser without a clipboard (plain http) is said to have blocked copying', async () => {
  const texts = createInstance()
  void texts
    .use(initReactI18next)
    .init({ lng: 'en', initAsync: false, resources: { en: { translation: en } } })
  const { result } = renderHook(() => useCopy(), {
    wrapper: ({ children }) => <I18nextProvider i18n={texts}>{children}</I18nextProvider>,
  })
  expect(navigator.clipboard).toBeUndefined()
  result.current('text')
  await vi.waitFor(() => expect(said.showError).toHaveBeenCalledWith(en.list.notCopied))
  expect(said.showSuccess).not.toHaveBeenCalled()
})
