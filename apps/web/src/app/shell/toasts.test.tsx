import { ThemeProvider } from '@mui/material/styles'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { createInstance } from 'i18next'
import { toast } from 'react-hot-toast/headless'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Services, ServicesContext } from '../../data/services/services.ts'
import { createSettings } from '../../data/services/settings.ts'
import { createFakeScreen } from '../../data/testing/fake-screen.ts'
import { someAlert } from '../../data/testing/some-alert.ts'
import alerts from '../../i18n/alerts.en.json'
import history from '../../i18n/history.en.json'
import shell from '../../i18n/shell.en.json'
import { createAppTheme } from '../../ui/theme/theme.ts'
import { showQuestion, showWithUndo } from '../../ui/toast.ts'
import { showAlertToast, Toasts } from './toasts.tsx'

const storage = {
  read: () => null,
  write: () => undefined,
  watch: () => () => undefined,
  cookie: () => null,
  writeCookie: () => undefined,
}

/** Texts of which those of alerts come when `read` has them. */
async function someTexts(read: (namespace: string) => Promise<object> = () => Promise.resolve({})) {
  const texts = createInstance()
  await texts
    .use(initReactI18next)
    .use({
      type: 'backend' as const,
      init: () => undefined,
      read: (_language: string, namespace: string) => read(namespace),
    })
    .init({
      ...{ lng: 'en', fallbackLng: false, ns: ['shell'] },
      ...{ resources: { en: { shell } }, partialBundledLanguages: true },
    })
  return texts
}

function someServices() {
  const root = document.createElement('html')
  const settings = createSettings({ storage, root, screen: createFakeScreen(), cookieDomain: null })
  return { settings, services: { settings } as Services }
}

async function open() {
  const texts = await someTexts()
  const { settings, services } = someServices()
  render(
    <ServicesContext value={services}>
      <I18nextProvider i18n={texts}>
        <ThemeProvider theme={createAppTheme('ltr')}>
          <Toasts />
        </ThemeProvider>
      </I18nextProvider>
    </ServicesContext>,
  )
  return settings
}
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const say = (text: string) => act(() => void toast.success(text))
const shown = (text: string) => screen.queryByText(text) !== null
const place = () => {
  const found = screen.getByRole('status').parentElement
  if (!found) throw new Error('The toasts have no place')
  return found
}
const toastOf = (text: string) => {
  const found = screen.getByText(text).closest<HTMLElement>('[dir]')
  if (!found) throw new Error(`${text} stands in no toast`)
  return found
}

beforeEach(() => {
  vi.useFakeTimers()
  // The files of a thread share the library's queue, in which others left theirs.
  toast.removeAll()
})
afterEach(() => {
  act(() => toast.removeAll())
  vi.useRealTimers()
})

describe('P308: a toast for screen readers', () => {
  it('is read when there is time for it, and at once where something went wrong', async () => {
    await open()
    say('Copied.')
    act(() => void toast.error('Not copied.'))
    expect(within(screen.getByRole('status')).queryByText('Copied.')).not.toBeNull()
    expect(within(screen.getByRole('status')).queryByText('Not copied.')).toBeNull()
    within(screen.getByRole('alert')).getByText('Not copied.')
  })
})

describe('P579: many toasts', () => {
  it('show the newest two and how many more there are, what went wrong first', async () => {
    await open()
    for (const text of ['One.', 'Two.', 'Three.']) say(text)
    expect(['One.', 'Two.', 'Three.'].map(shown)).toEqual([false, true, true])
    screen.getByText('+1 more')
    act(() => void toast.error('Wrong.'))
    say('Four.')
    expect(['Two.', 'Three.', 'Wrong.', 'Four.'].map(shown)).toEqual([false, false, true, true])
    screen.getByText('+3 more')
    fireEvent.click(within(toastOf('Wrong.')).getByRole('button', { name: 'Close' }))
    expect(['Two.', 'Three.', 'Four.'].map(shown)).toEqual([false, true, true])
    pass(6_002)
    expect(screen.queryByText(/more$/)).toBeNull()
  })
})

describe('P929: a question in a toast', () => {
  function ask() {
    const said: string[] = []
    const answer = (label: string) => ({ label, run: () => said.push(label) })
    const id = { current: '' }
    act(() => {
      id.current = showQuestion('Yours?', {
        answers: [answer('Yes'), answer('No')],
        onClose: () => said.push('closed'),
      })
    })
    return { said, id, answer }
  }
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  const icon = (text: string) => toastOf(text).querySelector('svg')?.dataset['testid']

  it.each([
    ['Yes', 'Yes'],
    ['No', 'No'],
    ['Close', 'closed'],
  ])('stays until it is answered or closed: %s', async (name, answer) => {
    await open()
    const { said } = ask()
    pass(600_000)
    expect(shown('Yours?')).toBe(true)
    press(name)
    expect(shown('Yours?')).toBe(false)
    expect(said).toEqual([answer])
  })
  it('does not look as if something were done', async () => {
    await open()
    ask()
    say('Copied.')
    expect(icon('Copied.')).toBe('CheckCircleOutlineRoundedIcon')
    expect(icon('Yours?')).toBe('HelpOutlineRoundedIcon')
  })
  it('is asked anew in its place, with its answers', async () => {
    await open()
    const { said, id, answer } = ask()
    act(() => void showQuestion('Both yours?', { answers: [answer('Both')] }, id.current))
    expect(['Yours?', 'Both yours?'].map(shown)).toEqual([false, true])
    press('Both')
    expect(said).toEqual(['Both'])
  })
  it('takes nothing of the time of what can be undone', async () => {
    await open()
    act(() => showWithUndo('Muted.', { label: 'Undo', run: () => undefined }))
    pass(6_001)
    expect(shown('Muted.')).toBe(false)
  })
})

describe('P816: the toast of an alert', () => {
  it('has its severity, whom it is about and the link from its first moment, however late its words come', async () => {
    vi.useRealTimers()
    const asked: string[] = []
    let arrive: () => void = () => undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    const texts = await someTexts((namespace) => {
      asked.push(namespace)
      return arrived.then(() => (namespace === 'alerts' ? alerts : history))
    })
    const page = () => (
      <I18nextProvider i18n={texts}>
        <ThemeProvider theme={createAppTheme('ltr')}>
          <Toasts />
        </ThemeProvider>
      </I18nextProvider>
    )
    const router = createRouter({
      routeTree: createRootRoute({ component: page }),
      history: createMemoryHistory({ initialEntries: ['/'] }),
    })
    await router.load()
    const { services } = someServices()
    render(
      <ServicesContext value={services}>
        <RouterProvider router={router} />
      </ServicesContext>,
    )
    const item = someAlert({ id: 5, severity: 'WARNING', title: 'Jailed', target_name: 'Copper Lantern' })
    const announced = showAlertToast(item, texts)
    expect(asked).toEqual(['alerts', 'history'])
    expect(shown('Jailed')).toBe(false)
    await act(async () => {
      arrive()
      await announced
    })
    const said = within(screen.getByRole('status'))
    said.getByText('Warning')
    said.getByText('Jailed')
    said.getByText('Copper Lantern')
    said.getByRole('link', { name: 'Show alert' })
  })
})

describe('P59: a toast', () => {
  it('stays for six seconds', async () => {
    await open()
    say('Copied.')
    pass(5_999)
    expect(shown('Copied.')).toBe(true)
    pass(2)
    expect(shown('Copied.')).toBe(false)
  })
  it('about a fault stays until it is closed', async () => {
    await open()
    act(() => void toast.error('Not copied.'))
    pass(600_000)
    expect(shown('Not copied.')).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(shown('Not copied.')).toBe(false)
  })
  it.each([
    ['pointer', fireEvent.mouseEnter, fireEvent.mouseLeave],
    ['keyboard', fireEvent.focusIn, fireEvent.focusOut],
  ] as const)('waits while the %s is on it', async (_what, come, go) => {
    await open()
    say('Copied.')
    pass(5_000)
    come(toastOf('Copied.'))
    pass(60_000)
    expect(shown('Copied.')).toBe(true)
    go(toastOf('Copied.'))
    pass(999)
    expect(shown('Copied.')).toBe(true)
    pass(2)
    expect(shown('Copied.')).toBe(false)
  })
  it('that is closed under the pointer does not hold up the next one', async () => {
    await open()
    say('First.')
    fireEvent.mouseEnter(toastOf('First.'))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    say('Second.')
    pass(6_002)
    expect(shown('Second.')).toBe(false)
  })
  it('stands at the top right, or where the settings say, in either direction of reading', async () => {
    const settings = await open()
    say('Copied.')
    expect(place().dataset['place']).toBe('top-right')
    expect(place().dir).toBe('ltr')
    act(() => settings.change({ toastPosition: 'bottom-left', direction: 'rtl' }))
    expect(place().dataset['place']).toBe('bottom-left')
    expect(place().dir).toBe('ltr')
    expect(toastOf('Copied.').dir).toBe('rtl')
  })
})
