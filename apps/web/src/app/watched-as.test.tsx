import type { AlertWatch } from '@roundsman/contract/alerts/alerts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { changesOf, entry, manage, openAlerts, press, wait } from './testing/open-alerts.tsx'
import { openOffers } from './testing/open-offers.tsx'

const slow = 90_000
const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name }, wait)
const validator = (id: number) => ({ blockchain_validator_id: id })
/** A server that knows as what the user watches validators. */
const open = (path: string, watched: readonly AlertWatch[] = []) =>
  openAlerts(path, (call) =>
    call === 'GET /api/alerts/user-settings/1/'
      ? [200, { entries: [entry], watched_as: watched }, { ETag: '"v1"' }]
      : undefined,
  )

it('P945: says what the user is to a validator, and saves it with the boxes, or takes it back', {
  timeout: slow,
}, async () => {
  const page = await open('/alerts?validator=1')
  expect((await radio('Its operator')).checked).toBe(true)
  await screen.findByText('Messages tell you how to fix it.')
  await page.user.click(await radio('A delegator'))
  await screen.findByText('Messages tell you what to do with your stake.')
  await page.user.click(await press('Discard'))
  expect((await radio('Its operator')).checked).toBe(true)
  await page.user.click(await radio('A delegator'))
  await page.user.click(await press('Save changes'))
  await waitFor(() => expect(changesOf(page.asked)).toHaveLength(1))
  expect(changesOf(page.asked)[0]).toEqual({
    blockchain_id: 1,
    targets: [validator(1)],
    entries: [{ setting_id: 1121, channels: ['SMS'] }],
    watched_as: 'DELEGATOR',
  })
})

it('P946: what is recommended for a delegator makes one, and who is one stays one', {
  timeout: slow,
}, async () => {
  const page = await open('/alerts?validator=2', [{ ...validator(3), watched_as: 'DELEGATOR' }])
  await page.user.click(await press('Recommended for a delegator'))
  expect((await radio('A delegator')).checked).toBe(true)
  await page.user.click(await press('Recommended for an operator'))
  expect((await radio('Its operator')).checked).toBe(true)
  await page.user.click(await press('Save changes'))
  await waitFor(() => expect(changesOf(page.asked)).toHaveLength(1))
  expect(changesOf(page.asked)[0]).not.toHaveProperty('watched_as')
})

it('P946: a delegator who changes boxes stays one', { timeout: slow }, async () => {
  const other = await open('/alerts?validator=3', [{ ...validator(3), watched_as: 'DELEGATOR' }])
  await other.user.click(await screen.findByRole('checkbox', { name: 'E-mail: Jailed' }, wait))
  await other.user.click(await press('Save changes'))
  await waitFor(() => expect(changesOf(other.asked)).toHaveLength(1))
  expect(changesOf(other.asked)[0]).toMatchObject({ watched_as: 'DELEGATOR' })
})

it('P947: who takes the offer as a delegator is one of that validator alone, and none once it is undone', {
  timeout: slow,
}, async () => {
  const page = await openOffers('/', {
    ...{ dismissed: ['which-is-mine'], entries: [] },
    mine: [{ blockchain_id: 1, validator_id: 2 }],
  })
  await page.user.click(await press('I delegate to it'))
  await page.user.click(await press('Undo'))
  await waitFor(() => expect(page.changes()).toHaveLength(4))
  const said = (page.changes() as { targets: object[]; watched_as?: string | null }[]).map(
    ({ targets, watched_as }) => [targets, watched_as],
  )
  expect(said).toEqual([
    [[validator(2)], 'DELEGATOR'],
    [[{}], undefined],
    [[validator(2)], null],
    [[{}], undefined],
  ])
})

it('P948: of the network it is not asked', { timeout: slow }, async () => {
  await open('/alerts?target=network')
  await press('None')
  expect(screen.queryByRole('radiogroup', { name: 'You are' })).toBeNull()
})

it('P945: says it of every validator, too', { timeout: slow }, async () => {
  const page = await open('/alerts?target=every', [
    { blockchain_validator_id: null, watched_as: 'DELEGATOR' },
  ])
  expect((await radio('A delegator')).checked).toBe(true)
  await page.user.click(await radio('Their operator'))
  await page.user.click(await press('Save changes'))
  await waitFor(() => expect(page.asked.some(({ call }) => call === manage)).toBe(true))
  expect(changesOf(page.asked)[0]).toMatchObject({ targets: [{}], watched_as: 'OPERATOR' })
})

it('P949: of several, who are watched otherwise become as the first is', { timeout: slow }, async () => {
  const page = await open('/alerts?validator=1&validator=2', [{ ...validator(2), watched_as: 'DELEGATOR' }])
  expect((await radio('Their operator')).checked).toBe(true)
  await page.user.click(await press('Save changes'))
  await waitFor(() => expect(changesOf(page.asked)).toHaveLength(1))
  expect(changesOf(page.asked)[0]).toMatchObject({
    targets: [validator(1), validator(2)],
    watched_as: 'OPERATOR',
  })
})
