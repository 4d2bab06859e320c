import { act, render } from '@testing-library/react'
import { startTransition, useState } from 'react'
import { expect, it } from 'vitest'
import { type Services, ServicesContext, useNow } from './services.ts'

it('P710: a time that moves on while the page is drawn does not have it drawn anew', () => {
  let now = Date.parse('2026-11-21T12:00:00.700Z')
  const ticks = new Set<() => void>()
  const every = (_ms: number, tick: () => void) => {
    ticks.add(tick)
    return () => ticks.delete(tick)
  }
  const services = { clock: { every }, serverTime: { now: () => now } } as unknown as Services
  const drawn: string[] = []
  function Age({ name }: { name: string }) {
    drawn.push(name)
    return <i>{useNow()}</i>
  }
  /** So long does it take. */
  function Slow() {
    now += 1_500
    return null
  }
  let show = () => undefined as void
  function Page() {
    const [shown, setShown] = useState(false)
    show = () => setShown(true)
    return shown ? (
      <>
        <Age name="first" />
        <Slow />
        <Age name="second" />
      </>
    ) : null
  }
  const { container } = render(
    <ServicesContext value={services}>
      <Page />
    </ServicesContext>,
  )
  act(() => startTransition(show))
  expect(drawn).toEqual(['first', 'second'])
  now += 1_000
  act(() => ticks.forEach((tick) => tick()))
  const times = [...container.querySelectorAll('i')].map(({ textContent }) => Number(textContent))
  const second = Date.parse('2026-11-21T12:00:03Z')
  expect(times).toEqual([second, second])
})
