import type { Contact } from '@roundsman/contract/accounts/contacts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPage, problem, type Reply, robin } from './testing/open-page.tsx'

const wait = { timeout: 10_000 }
const path = '/settings?tab=contacts'

function contact(change: Partial<Contact>): Contact {
  return {
    ...{ id: 5, channel: 'DISCORD', name: 'harbour-ops', to: 'discord.com/…9f3a', state: 'CONFIRMED' },
    ...{ problem: null, last_delivered_at: null, created_at: '2026-11-20T09:00:00Z', team_id: null },
    ...change,
  }
}
const mail = contact({ id: null, channel: 'EMAIL', name: 'r…@example.org', to: 'r…@example.org' })
const sms = contact({ id: null, channel: 'SMS', name: '+12…0143', to: '+12…0143', state: 'WAITING' })
const everything = [
  ...(['SMS', 'VOICE', 'EMAIL', 'DISCORD', 'WEBHOOK', 'NTFY', 'TELEGRAM'] as const),
  ...(['WEB_PUSH', 'GOTIFY', 'MATRIX'] as const),
]
const site = [
  200,
  {
    channels: everything.map((channel) => ({
      ...{ channel, is_available: channel !== 'GOTIFY' },
      ...(channel === 'WEB_PUSH' ? { application_server_key: 'BServerKey' } : {}),
    })),
  },
] as const

/** Opens the contacts in front of a server that has some; what it is asked for besides is the test's. */
async function openContacts(
  contacts: () => readonly Contact[],
  more: (call: string, body: unknown) => Reply | undefined = () => undefined,
) {
  const page = await openPage(path, (call, body) => {
    const said = more(call, body)
    if (said !== undefined) return said
    if (call === 'GET /api/users/contacts/') return [200, { contacts: contacts() }]
    if (call === 'GET /api/users/channels/') return site
    if (call === 'GET /api/users/escalation/') return [200, { escalation: null }]
    return /\/api\/alerts\/|\/preferences\//.test(call) ? undefined : [200, robin]
  })
  await screen.findByRole('region', { name: 'Contacts' }, wait)
  return page
}
const rowOf = async (name: string) => {
  const title = await screen.findByRole('heading', { level: 3, name }, wait)
  const row = title.closest('li')
  if (!row) throw new Error(`no row of ${name}`)
  return within(row)
}

async function choose(user: Awaited<ReturnType<typeof openPage>>['user'], channel: RegExp) {
  await user.click(await screen.findByRole('button', { name: 'Add contact' }, wait))
  await user.click(await screen.findByRole('button', { name: channel }, wait))
}

describe('contacts', { timeout: 90_000 }, () => {
  it('P610: list phones and the address with all others, each with its state and the age of its last delivery', async () => {
    const page = await openContacts(() => [sms, mail, contact({ last_delivered_at: '2026-11-21T11:56:00Z' })])
    const given = await rowOf('harbour-ops')
    given.getByText('Working')
    given.getByText(/Discord/)
    given.getByText('discord.com/…9f3a')
    given.getByText('Last delivered 4 min ago')
    await act(() => page.clock.advance(60_000))
    given.getByText('Last delivered 5 min ago')
    const phone = await rowOf('SMS')
    phone.getByText('Not confirmed')
    phone.getByText(/until you enter the code under Phones/)
    expect(phone.queryByRole('button')).toBeNull()
    expect(phone.getByRole('link').getAttribute('href')).toBe('/settings?tab=phones')
    const address = await rowOf('E-mail')
    address.getByText('r…@example.org')
    expect(address.queryByText(/delivered/)).toBeNull()
  })

  it('P610: ask again every 15 s', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    })
    try {
      let state: Contact['state'] = 'CONFIRMED'
      await openContacts(() => [contact({ state })])
      const row = await rowOf('harbour-ops')
      state = 'BROKEN'
      await act(() => vi.advanceTimersByTimeAsync(15_100))
      await row.findByText('Not working', {}, wait)
    } finally {
      vi.useRealTimers()
    }
  })

  it('P611: say of one that does not work since when, what its provider said, and what to do', async () => {
    const since = '2026-11-21T11:30:00Z'
    await openContacts(() => [
      contact({ state: 'BROKEN', problem: { code: 'refused', detail: 'Unknown Webhook', since } }),
      contact({ id: 6, channel: 'WEBHOOK', name: 'own', state: 'WAITING' }),
      contact({ id: 7, channel: 'WEB_PUSH', name: 'Firefox', state: 'BROKEN' }),
    ])
    const broken = await rowOf('harbour-ops')
    broken.getByText('Not working')
    broken.getByText(/^Refused since 11:30/)
    broken.getByText('Discord says: Unknown Webhook')
    broken.getByText(/go to your e-mail\. Check it at the provider/)
    ;(await rowOf('own')).getByText(/once it arrives, the contact is confirmed/)
    ;(await rowOf('Firefox')).getByText(/The browser has ended this subscription/)
  })

  it('P612: follow a test from the ledger, and see what it has changed', async () => {
    const asked: string[] = []
    const delivery = (state: string, to: string) => ({
      ...{ id: 90, channel: 'DISCORD', to, state, attempts: 1, at: '2026-11-21T12:00:00Z', detail: null },
    })
    let state: Contact['state'] = 'BROKEN'
    const page = await openContacts(
      () => [mail, contact({ state })],
      (call) => {
        asked.push(call)
        if (call === 'POST /api/users/contacts/5/test/') return [202, delivery('QUEUED', 'discord.com/…9f3a')]
        if (call === 'POST /api/alerts/test/') return [202, delivery('QUEUED', 'r…@example.org')]
        if (call !== 'GET /api/alerts/test/90/') return undefined
        state = 'CONFIRMED'
        return [200, delivery('DELIVERED', 'r…@example.org')]
      },
    )
    const row = await rowOf('harbour-ops')
    await page.user.click(row.getByRole('button', { name: 'Send a test: harbour-ops' }))
    await within(row.getByRole('status')).findByText('Delivered', {}, wait)
    await row.findByText('Working', {}, wait)
    const address = await rowOf('E-mail')
    await page.user.click(address.getByRole('button', { name: 'Send a test: E-mail, r…@example.org' }))
    await address.findByText('Test to r…@example.org', {}, wait)
  })

  it('P613: offer what the site has, name what it has not, and rename in the list', async () => {
    let name = 'harbour-ops'
    const page = await openContacts(
      () => [contact({ name })],
      (call, body) => {
        if (call !== 'PUT /api/users/contacts/5/') return undefined
        name = (body as Contact).name
        return [200, contact({ name })]
      },
    )
    await page.user.click(screen.getByRole('button', { name: 'Add contact' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a contact' }, wait))
    await dialog.findByRole('button', { name: /^Discord/ })
    expect(dialog.queryByRole('button', { name: /^Gotify/ })).toBeNull()
    dialog.getByText(/^Not set up on this site: .*Gotify/)
    await page.user.click(dialog.getByRole('button', { name: /^ntfy/ }))
    dialog.getByText(/subscribe to it in the ntfy app/)
    expect(dialog.getByRole('link', { name: /How to subscribe to a topic/ }).getAttribute('href')).toMatch(
      /^https:\/\/docs\.ntfy\.sh\//,
    )
    await page.user.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await page.user.click((await rowOf('harbour-ops')).getByRole('button', { name: 'Rename harbour-ops' }))
    const field = (await rowOf('harbour-ops')).getByLabelText('Name')
    await page.user.clear(field)
    await page.user.type(field, 'night shift{Enter}')
    await rowOf('night shift')
  })

  it('P614: show the key of a webhook once, and ask before it is lost', async () => {
    const webhook = contact({ id: 8, channel: 'WEBHOOK', name: 'Webhook', to: 'ops.example.org/…' })
    const page = await openContacts(
      () => [],
      (call) =>
        call === 'POST /api/users/contacts/' ? [201, { ...webhook, secret: 'whsec_c2VjcmV0' }] : undefined,
    )
    await choose(page.user, /^Webhook/)
    await page.user.type(screen.getByLabelText('Address'), 'https://ops.example.org/alerts{Enter}')
    const key = await screen.findByLabelText<HTMLInputElement>('Signing key', { selector: 'input' })
    expect(key.value).toBe('whsec_c2VjcmV0')
    expect(page.asked.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      ...{ channel: 'WEBHOOK', name: 'Webhook', url: 'https://ops.example.org/alerts' },
    })
    await page.user.keyboard('{Escape}')
    await screen.findByText(/It can’t be shown again/)
    await page.user.click(screen.getByRole('button', { name: 'Keep it open' }))
    expect(screen.queryByText(/It can’t be shown again/)).toBeNull()
    expect(key.isConnected).toBe(true)
    await page.user.click(screen.getByRole('button', { name: 'I’ve saved it' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('P615: mark at its field what does not fit or is refused, and show the provider’s words above', async () => {
    const answers: Reply[] = [
      [400, problem(400, 'address_not_allowed')],
      [400, problem(400, 'validation_failed', { errors: { name: ['Give it another name.'] } })],
      [400, problem(400, 'contact_refused', { detail: 'Unknown Webhook' })],
      [
        400,
        problem(400, 'validation_failed', { errors: { channel: ['You can have at most 20 contacts.'] } }),
      ],
      [201, contact({})],
    ]
    const page = await openContacts(
      () => [],
      (call) => (call === 'POST /api/users/contacts/' ? answers.shift() : undefined),
    )
    await choose(page.user, /^Discord/)
    const field = screen.getByLabelText('Webhook URL')
    const submit = () => page.user.click(screen.getByRole('button', { name: 'Add and check' }))
    await submit()
    expect(screen.getByText(/Enter the whole address/).id).toBe(field.getAttribute('aria-describedby'))
    expect(document.activeElement).toBe(field)
    await page.user.type(field, 'https://discord.com/api/webhooks/1/x')
    await submit()
    expect((await screen.findByText(/private networks/)).id).toBe(field.getAttribute('aria-describedby'))
    await submit()
    expect((await screen.findByText('Give it another name.')).id).toBe(
      screen.getByLabelText('Name').getAttribute('aria-describedby'),
    )
    await submit()
    await screen.findByText('Discord refused it: Unknown Webhook')
    await submit()
    await screen.findByText('You can have at most 20 contacts.')
    await submit()
    await screen.findByText('harbour-ops added: our first message has arrived.')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('P616: ask before one is removed, and say what goes by its channel and where it goes then', async () => {
    let contacts = [contact({}), contact({ id: 6, name: 'second' })]
    const entry = (id: number, channels: string[]) => ({
      ...{
        id,
        blockchain_validator_id: null,
        bridge_id: null,
        setting_id: 1121,
        channels,
        muted_until: null,
      },
    })
    const page = await openContacts(
      () => contacts,
      (call) => {
        if (call === 'GET /api/alerts/user-settings/1/')
          return [
            200,
            { entries: [entry(1, ['DISCORD', 'EMAIL']), entry(2, ['DISCORD']), entry(3, ['EMAIL'])] },
          ]
        const [, id] = /^DELETE \/api\/users\/contacts\/(\d)\/$/.exec(call) ?? []
        if (id === undefined) return undefined
        contacts = contacts.filter((one) => String(one.id) !== id)
        return 204
      },
    )
    const row = await rowOf('harbour-ops')
    await page.user.click(row.getByRole('button', { name: 'Remove harbour-ops' }))
    await row.findByText(/2 alerts on Celestia Mainnet use Discord\. They still go to your other Discord/)
    await page.user.click(row.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByText('harbour-ops')).toBeNull())
    const second = await rowOf('second')
    await page.user.click(second.getByRole('button', { name: 'Remove second' }))
    await second.findByText(/only Discord contact: from then on they go to your e-mail/)
  })

  it('P617: link Telegram by a link or its code, wait for it live, and replace an old link', async () => {
    let state: Contact['state'] = 'WAITING'
    let links = 0
    const chat = () => contact({ id: 9 + links, channel: 'TELEGRAM', name: 'Telegram', to: '', state })
    const page = await openContacts(
      () => (links === 0 ? [] : [chat()]),
      (call) => {
        if (call.startsWith('DELETE')) return 204
        if (call !== 'POST /api/users/contacts/') return undefined
        links += 1
        return [201, { ...chat(), link: `https://t.me/roundsman_bot?start=code${links}` }]
      },
    )
    await choose(page.user, /^Telegram/)
    await page.user.click(await screen.findByRole('button', { name: 'Get the link' }, wait))
    const open = await screen.findByRole('link', { name: 'Open Telegram' }, wait)
    expect([open.getAttribute('href'), open.getAttribute('target')]).toEqual([
      ...['https://t.me/roundsman_bot?start=code1', '_blank'],
    ])
    screen.getByRole('img', { name: 'QR code of the link' })
    screen.getByText(/Waiting until you press Start/)
    await act(() => page.clock.advance(600_000))
    await page.user.click(await screen.findByRole('button', { name: 'Get a new link' }))
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Open Telegram' }).getAttribute('href')).toContain('code2'),
    )
    expect(page.asked.some(({ call }) => call === 'DELETE /api/users/contacts/10/')).toBe(true)
    state = 'CONFIRMED'
    await screen.findByText(/^Linked\./, {}, wait)
    await page.user.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('push on this device', { timeout: 90_000 }, () => {
  afterEach(() => void vi.unstubAllGlobals())

  const endpoint = 'https://push.example/one'
  const device = contact({ id: 11, channel: 'WEB_PUSH', name: 'jsdom', to: 'push.example/…' })
  const add = (call: string) => (call === 'POST /api/users/contacts/' ? ([201, device] as const) : undefined)

  it('P618: turn it on with one click, with the site’s key', async () => {
    const browser = stubPush('default', 'granted')
    const page = await openContacts(() => [], add)
    await choose(page.user, /^Push/)
    screen.getByText(/Your browser will ask/)
    await page.user.click(screen.getByRole('button', { name: 'Turn on for this device' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(browser.made).toEqual([{ userVisibleOnly: true, applicationServerKey: 'BServerKey' }])
    expect(browser.registered).toEqual([['/push-worker.js', { scope: '/', updateViaCache: 'none' }]])
    expect(page.asked.find(({ call }) => call.startsWith('POST'))?.body).toMatchObject({
      channel: 'WEB_PUSH',
      subscription: { endpoint, keys: { p256dh: 'key', auth: 'auth' } },
    })
    expect(page.kept['push.contact']).toBe('11')
  })

  it('P618: say that it is blocked and where to allow it, that it is not there, and what the browser said', async () => {
    const browser = stubPush('denied', 'denied')
    const page = await openContacts(() => [], add)
    await choose(page.user, /^Push/)
    screen.getByText(/This browser blocks notifications from this site/)
    await page.user.click(screen.getByRole('button', { name: 'Turn on for this device' }))
    await screen.findByText(/didn’t answer/)
    browser.answer = 'granted'
    browser.refusal = new Error('push service error')
    await page.user.click(screen.getByRole('button', { name: 'Turn on for this device' }))
    await screen.findByText(/couldn’t subscribe: push service error/)
    expect(page.asked.some(({ call }) => call.startsWith('POST'))).toBe(false)
  })

  it('P618: say that plain http has no push', async () => {
    stubPush('default', 'granted')
    vi.stubGlobal('isSecureContext', false)
    const page = await openContacts(() => [], add)
    await choose(page.user, /^Push/)
    screen.getByText(/over https only/)
    expect(screen.getByRole('button', { name: 'Turn on for this device' }).hasAttribute('disabled')).toBe(
      true,
    )
  })

  it('P619: say of this device that its subscription is gone, and turn it on in its place', async () => {
    const browser = stubPush('granted', 'granted')
    browser.endpoint = endpoint
    let contacts = [device]
    const page = await openContacts(
      () => contacts,
      (call) => {
        if (call === 'DELETE /api/users/contacts/11/') return 204
        if (call !== 'POST /api/users/contacts/') return undefined
        contacts = [{ ...device, id: 12 }]
        return [201, { ...device, id: 12 }]
      },
    )
    const other = await rowOf('jsdom')
    expect(other.queryByText(/This device/)).toBeNull()
    page.kept['push.contact'] = '11'
    await page.user.click(screen.getByRole('link', { name: 'Phones' }))
    browser.endpoint = null
    await act(() => page.queries.invalidateQueries({ queryKey: ['push-subscription'] }))
    await page.user.click(await screen.findByRole('link', { name: 'Contacts' }, wait))
    const row = await rowOf('jsdom')
    await row.findByText(/no longer subscribed/, {}, wait)
    row.getByText(/This device/)
    await page.user.click(row.getByRole('button', { name: 'Turn on again' }))
    await waitFor(() => expect(page.kept['push.contact']).toBe('12'))
    expect(page.asked.some(({ call }) => call === 'DELETE /api/users/contacts/11/')).toBe(true)
    await waitFor(() => expect(screen.queryByText(/no longer subscribed/)).toBeNull())
    await page.user.click((await rowOf('jsdom')).getByRole('button', { name: 'Remove jsdom' }))
  })

  /** A browser with push, as much of it as the page uses. */
  function stubPush(permission: NotificationPermission, answer: NotificationPermission) {
    const browser = {
      ...{ endpoint: null as string | null, answer, refusal: null as Error | null },
      ...{ made: [] as unknown[], registered: [] as unknown[] },
    }
    const subscription = () =>
      browser.endpoint === null
        ? null
        : {
            endpoint: browser.endpoint,
            toJSON: () => ({ endpoint: browser.endpoint, keys: { p256dh: 'key', auth: 'auth' } }),
            unsubscribe: async () => {
              browser.endpoint = null
              return true
            },
          }
    const registration = {
      pushManager: {
        getSubscription: async () => subscription(),
        subscribe: async (options: unknown) => {
          if (browser.refusal) throw browser.refusal
          browser.made.push(options)
          browser.endpoint = endpoint
          return subscription()
        },
      },
    }
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal(
      'Notification',
      Object.assign(class {}, { permission, requestPermission: async () => browser.answer }),
    )
    vi.stubGlobal('navigator', {
      __proto__: navigator,
      userAgent: 'jsdom',
      serviceWorker: {
        ready: Promise.resolve(registration),
        getRegistration: async () => registration,
        register: async (...given: unknown[]) => {
          browser.registered.push(given)
          return registration
        },
      },
    })
    return browser
  }
})

describe('reminders', { timeout: 90_000 }, () => {
  const call = contact({ id: null, channel: 'VOICE', name: '+12…0143', to: '+12…0143' })
  const url = '/api/users/escalation/'

  it('P691, P825: none at first; a call is offered where there is one, and what is chosen is saved', async () => {
    let kept: unknown = null
    const page = await openContacts(
      () => [sms, call, mail],
      (what, body) => {
        if (what !== `PUT ${url}`) return undefined
        kept = body
        return [200, body]
      },
    )
    const { user } = page
    const card = within(await screen.findByRole('region', { name: 'Reminders' }, wait))
    await card.findByText('No reminders: each alert is sent once.')
    await user.click(card.getByRole('button', { name: 'Set reminders' }))
    expect(card.queryByRole('button', { name: 'Turn off' })).toBeNull()
    const first = within(card.getByRole('listitem', { name: 'Reminder 1' }))
    expect(first.getByRole('button', { name: 'Call', pressed: true })).toBeTruthy()
    // The number waits for its code.
    expect(first.queryByRole('button', { name: 'SMS' })).toBeNull()
    await user.click(card.getByRole('radio', { name: 'Critical and warnings' }))
    await user.click(card.getByRole('button', { name: 'Add reminder' }))
    const second = within(card.getByRole('listitem', { name: 'Reminder 2' }))
    await user.click(second.getByRole('button', { name: 'E-mail' }))
    await user.clear(second.getByLabelText('Then after more minutes'))
    await user.type(second.getByLabelText('Then after more minutes'), '15')
    await user.selectOptions(card.getByLabelText('Repeat all steps'), '3 times')
    await user.click(card.getByRole('button', { name: 'Save' }))
    await card.findByText('Saved.')
    expect(kept).toEqual({
      escalation: {
        from_severity: 'WARNING',
        steps: [
          { after_minutes: 5, who: 'EVERYONE', channels: ['VOICE'] },
          { after_minutes: 15, who: 'EVERYONE', channels: ['VOICE', 'EMAIL'] },
        ],
        repeat: 3,
      },
    })
    await user.click(card.getByRole('button', { name: 'Turn off' }))
    await user.click(card.getByRole('button', { name: 'Save' }))
    await card.findByText('Saved.')
    expect(kept).toEqual({ escalation: null })
  })

  it('P691: what cannot be saved is said at its step, which gets the focus; a channel that reaches nobody says so', async () => {
    const saved = {
      from_severity: 'CRITICAL',
      steps: [{ after_minutes: 5, who: 'EVERYONE', channels: ['VOICE'] }],
      repeat: 0,
    }
    const page = await openContacts(
      () => [mail],
      (what) => (what === `GET ${url}` ? [200, { escalation: saved }] : undefined),
    )
    const { user } = page
    const card = within(await screen.findByRole('region', { name: 'Reminders' }, wait))
    const minutes = await card.findByLabelText('Minutes without an answer', {}, wait)
    card.getByText(/^You have no working contact for some of these/)
    await user.clear(minutes)
    await user.click(card.getByRole('button', { name: 'Save' }))
    await card.findByText('Enter 1 to 1,440 minutes')
    expect(document.activeElement).toBe(minutes)
    await user.type(minutes, '30')
    await user.click(card.getByRole('button', { name: 'Call' }))
    await card.findByText('Choose at least one channel.')
    expect(page.asked.some(({ call: what }) => what.startsWith('PUT'))).toBe(false)
    await user.click(card.getByRole('button', { name: 'Discard changes' }))
    expect(card.getByLabelText<HTMLInputElement>('Minutes without an answer').value).toBe('5')
  })
})
