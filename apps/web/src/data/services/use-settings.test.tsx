import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { createFakeScreen } from '../testing/fake-screen.ts'
import { type Services, ServicesContext } from './services.ts'
import { defaultSettings } from './settings-values.ts'
import { createSettings } from './settings.ts'
import { useEffectiveSettings } from './use-settings.ts'

it('P56: the settings of a page hold on it, over those of the user, and are never kept', () => {
  const nothing = () => undefined
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: nothing,
    removeEventListener: nothing,
  }))
  const write = vi.fn()
  const storage = { read: () => null, write, watch: () => nothing, cookie: () => null, writeCookie: nothing }
  const root = document.createElement('html')
  const settings = createSettings({ storage, root, screen: createFakeScreen(), cookieDomain: null })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ServicesContext value={{ settings } as Services}>{children}</ServicesContext>
  )
  const ofPage = { layout: 'horizontal', footer: 'hidden', contentWidth: 'full' } as const
  const page = renderHook(() => useEffectiveSettings(ofPage), { wrapper })
  expect(page.result.current).toMatchObject({
    layout: 'horizontal',
    nav: 'bar',
    footer: 'hidden',
    boxed: false,
  })
  expect(renderHook(() => useEffectiveSettings(), { wrapper }).result.current).toMatchObject({
    layout: 'vertical',
    nav: 'docked',
    footer: 'static',
    boxed: true,
  })
  expect(settings.get()).toEqual(defaultSettings)
  expect(write).not.toHaveBeenCalled()
})
