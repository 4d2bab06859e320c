import { describe, expect, it } from 'vitest'
import { groupSessions, type Session } from './sessions-panel.tsx'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const session = (id: number, change: Partial<Session> = {}): Session => ({
  id,
  current: false,
  created_at: '2026-11-20T10:00:00Z',
  last_seen_at: `2026-11-21T10:00:${String(id).padStart(2, '0')}Z`,
  ip: '192.0.2.1',
  user_agent: firefox,
  ...change,
})
const shape = (sessions: Session[]) =>
  groupSessions(sessions).map(({ device, ip, sessions: [...inside] }) => [
    device,
    ip,
    inside.map(({ id }) => id),
  ])

describe('P118: sessions', () => {
  it('of one device at one address are one group, the last used first, and the present one stands alone before all', () => {
    const tests = Array.from({ length: 30 }, (_, index) => session(index + 10, { user_agent: 'curl/8.1' }))
    expect(shape([session(1), session(2, { current: true }), ...tests, session(3)])).toEqual([
      ['Firefox, Linux', '192.0.2.1', [2]],
      ['curl', '192.0.2.1', tests.map(({ id }) => id).reverse()],
      ['Firefox, Linux', '192.0.2.1', [3, 1]],
    ])
  })
  it('of another address or another browser are apart, whatever stands in them', () => {
    expect(shape([session(1), session(2, { ip: '192.0.2.2' }), session(3, { user_agent: '' })])).toEqual([
      [null, '192.0.2.1', [3]],
      ['Firefox, Linux', '192.0.2.2', [2]],
      ['Firefox, Linux', '192.0.2.1', [1]],
    ])
  })
  it('are none where there are none', () => expect(groupSessions([])).toEqual([]))
})
