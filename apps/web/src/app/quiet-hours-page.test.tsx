import type { QuietHours } from '@roundsman/contract/accounts/quiet-hours'
import { weekdays } from '@roundsman/contract/accounts/quiet-hours'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage, problem, type Reply, robin } from './testing/open-page.tsx'

const wait = { timeout: 10_000 }
const night: QuietHours['windows'][number] = { days: [...weekdays], from: '22:00', to: '07:00' }
const nights: QuietHours = {
  ...{ time_zone: null, windows: [night], break_through: 'CRITICAL', is_quiet_until: null },
}

/** Opens the quiet hours in front of a server that has some and keeps what it is given, unless the test says otherwise. */
async function openQuietHours(
  hours: QuietHours,
  more: (call: string, body: unknown) => Reply | undefined = () => undefined,
) {
  let now: unknown = hours
  const page = await openPage('/settings?tab=quiet-hours', (call, body) => {
    const said = more(call, body)
    if (said !== undefined) return said
    if (call === 'PUT /api/users/quiet-hours/') now = { ...(body as object), is_quiet_until: null }
    if (call.endsWith(' /api/users/quiet-hours/')) return [200, now]
    return /\/api\/alerts\/|\/preferences\//.test(call) ? undefined : [200, robin]
  })
  const region = within(await screen.findByRole('region', { name: 'Quiet hours' }, wait))
  return { ...page, region, sent: () => page.asked.filter(({ call }) => call.startsWith('PUT')) }
}
const hours = (name: string) => within(screen.getByRole('group', { name }))

describe('quiet hours', { timeout: 60_000 }, () => {
  it('P650: are edited as days, times, what comes through and a zone, and saved as one', async () => {
    const { user, region, sent } = await openQuietHours(nights)
    await screen.findByRole('group', { name: 'Period 1' }, wait)
    for (const day of ['Sat', 'Sun']) await user.click(hours('Period 1').getByRole('button', { name: day }))
    fireEvent.change(hours('Period 1').getByLabelText('From'), { target: { value: '23:30' } })
    await user.click(region.getByRole('button', { name: 'Add a period' }))
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])
      await user.click(hours('Period 2').getByRole('button', { name: day }))
    const weekdaysNow = hours('Period 2').getAllByRole('button', { pressed: true })
    expect(weekdaysNow.map(({ textContent }) => textContent)).toEqual(['Sat'])
    fireEvent.change(hours('Period 2').getByLabelText('From'), { target: { value: '09:00' } })
    fireEvent.change(hours('Period 2').getByLabelText('To'), { target: { value: '12:00' } })
    expect(hours('Period 1').queryByText('the next day')).not.toBeNull()
    expect(hours('Period 2').queryByText('the next day')).toBeNull()
    await user.click(region.getByRole('radio', { name: 'Critical and warnings' }))
    await user.selectOptions(region.getByRole('combobox', { name: 'Time zone' }), 'Europe/Berlin')
    await user.click(region.getByRole('button', { name: 'Save' }))
    await region.findByText('Saved.', {}, wait)
    expect(sent().map(({ body }) => body)).toEqual([
      {
        time_zone: 'Europe/Berlin',
        windows: [
          { days: ['MON', 'TUE', 'WED', 'THU', 'FRI'], from: '23:30', to: '07:00' },
          { days: ['SAT'], from: '09:00', to: '12:00' },
        ],
        break_through: 'WARNING',
      },
    ])
  })

  it('P650: begin with every night, and the last ones can be removed again', async () => {
    const { user, region, sent } = await openQuietHours({ ...nights, windows: [] })
    await user.click(await region.findByRole('button', { name: 'Set quiet hours' }, wait))
    expect(hours('Period 1').getAllByRole('button', { pressed: true })).toHaveLength(7)
    region.getByText(
      /^Quiet tonight 10:00\sPM\u2060–\u20607:00\sAM \(UTC\)\. Critical alerts come through\. Not saved yet\.$/,
    )
    await user.click(region.getByRole('button', { name: 'Remove period 1' }))
    await region.findByText('No quiet hours yet')
    expect(region.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(sent()).toEqual([])
  })

  it('P651, P824: say in a sentence, by the clock of the fields, what the form means next, and warn where nothing comes through', async () => {
    const { user, region } = await openQuietHours({ ...nights, time_zone: 'Europe/Kyiv' })
    await region.findByText(
      /^Quiet tonight 10:00\sPM\u2060–\u20607:00\sAM \(Kyiv\)\. Critical alerts come through\.$/,
      {},
      wait,
    )
    await user.click(region.getByRole('radio', { name: 'Nothing' }))
    const note = region.getByText(/Nothing comes through, not even that a validator was jailed/)
    expect(note.closest('.MuiAlert-root')?.className).toMatch(/Warning/i)
    // 12:00 UTC is 14:00 there.
    fireEvent.change(hours('Period 1').getByLabelText('From'), { target: { value: '13:00' } })
    region.getByText(/^Quiet now until 7:00\sAM/)
  })

  it('P652: show as a state until when it is quiet, which goes by itself', async () => {
    const { region, clock } = await openQuietHours({ ...nights, is_quiet_until: '2026-11-21T12:01:00Z' })
    await region.findByText('Quiet until 12:01', {}, wait)
    await act(() => clock.advance(61_000))
    expect(region.queryByText('Quiet until 12:01')).toBeNull()
  })

  it('P653: are not sent without a day or a time, which is marked and gets the focus', async () => {
    const { user, region, sent } = await openQuietHours({
      ...nights,
      windows: [night, { days: ['SUN'], from: '10:00', to: '11:00' }],
    })
    await screen.findByRole('group', { name: 'Period 2' }, wait)
    await user.click(hours('Period 2').getByRole('button', { name: 'Sun' }))
    await user.click(region.getByRole('button', { name: 'Save' }))
    hours('Period 2').getByText('Choose at least one day.')
    expect(document.activeElement).toBe(hours('Period 2').getByRole('button', { name: 'Mon' }))
    await user.click(hours('Period 2').getByRole('button', { name: 'Mon' }))
    expect(hours('Period 2').queryByText('Choose at least one day.')).toBeNull()
    fireEvent.change(hours('Period 1').getByLabelText('To'), { target: { value: '' } })
    await user.click(region.getByRole('button', { name: 'Save' }))
    hours('Period 1').getByText('Enter a time.')
    expect(document.activeElement).toBe(hours('Period 1').getByLabelText('To'))
    expect(sent()).toEqual([])
  })

  it('P653: say what the server refuses where it belongs, and keep what was entered', async () => {
    const never = 'There must be a pause.'
    let errors: object | undefined = { windows: [never] }
    const { user, region } = await openQuietHours(nights, (call) =>
      call.startsWith('PUT /api/users/quiet-hours/')
        ? [400, problem(400, 'validation_failed', errors ? { errors } : {})]
        : undefined,
    )
    await screen.findByRole('group', { name: 'Period 1' }, wait)
    fireEvent.change(hours('Period 1').getByLabelText('To'), { target: { value: '22:00' } })
    await user.click(region.getByRole('button', { name: 'Save' }))
    await region.findByText(never, {}, wait)
    errors = { time_zone: ['Unknown zone.'] }
    await user.click(region.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(region.getByRole('combobox').getAttribute('aria-invalid')).toBe('true'), wait)
    expect(region.queryByText(never)).toBeNull()
    errors = undefined
    await user.click(region.getByRole('button', { name: 'Save' }))
    await region.findByText('It is validation_failed.', {}, wait)
    await user.click(region.getByRole('button', { name: 'Discard changes' }))
    expect(hours('Period 1').getByLabelText<HTMLInputElement>('To').value).toBe('07:00')
  })

  it('P653: ask before what was not saved is left, and keep it while the session is lost', async () => {
    const { user, drafts } = await openQuietHours(nights)
    await screen.findByRole('group', { name: 'Period 1' }, wait)
    expect(drafts.read('quiet-hours')).toBeUndefined()
    await user.click(hours('Period 1').getByRole('button', { name: 'Sat' }))
    expect(drafts.read('quiet-hours')).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'Phones' }))
    await user.click(await screen.findByRole('button', { name: 'Stay' }, wait))
    await user.click(await screen.findByRole('link', { name: 'Phones' }, wait))
    await user.click(await screen.findByRole('button', { name: 'Leave' }, wait))
    await screen.findByRole('region', { name: 'Phones' }, wait)
    expect(drafts.read('quiet-hours')).toBeUndefined()
  })

  it('P653: say that they could not be loaded, with a retry', async () => {
    let fails = true
    const { user, region } = await openQuietHours(nights, (call) =>
      call === 'GET /api/users/quiet-hours/' && fails ? [500, problem(500, 'internal_error')] : undefined,
    )
    await region.findByText('Couldn’t load your quiet hours.', {}, wait)
    fails = false
    await user.click(region.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('group', { name: 'Period 1' }, wait)
  })
})
