import type { Profile } from '@roundsman/contract/accounts/users'
import { describe, expect, it } from 'vitest'
import { sitePath } from '../data/services/provider-sign-in.ts'
import { guestsOnly, membersOnly } from './router.tsx'

const user = { id: 1 } as Profile

describe('guards', () => {
  it('P5: a guest goes to the sign-in page with the wanted path, but not with the root', () => {
    expect(membersOnly(null, '/alerts?x=1')).toEqual({ to: '/login', search: { next: '/alerts?x=1' } })
    expect(membersOnly(null, '/')).toEqual({ to: '/login', search: {} })
    expect(membersOnly(user, '/alerts')).toBeNull()
  })
  it('P5: a member goes from the sign-in page to next, or to the root', () => {
    expect(guestsOnly(user, '/alerts')).toEqual({ href: '/alerts' })
    expect(guestsOnly(user, undefined)).toEqual({ href: '/' })
    expect(guestsOnly(null, '/alerts')).toBeNull()
  })
  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e%2e//evil.example',
    '/.\\\\/evil.example',
    '%2F%2Fevil.example',
    '%2Fevil.example',
    ' //evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'HTTPS://evil.example',
    '//evil.example@site.invalid',
    'data:text/html,x',
    '',
    'x',
  ])('P6: next %j leads to the root', (next) => {
    expect(sitePath(next)).toBe('/')
  })
  it.each([
    ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
    ['/%5Cevil.example', '/%5Cevil.example'],
    ['/?next=https://evil.example', '/?next=https://evil.example'],
  ])('P6: next %j stays on the site, at %j', (next, path) => {
    expect(sitePath(next)).toBe(path)
    expect(new URL(path, 'https://site.example').origin).toBe('https://site.example')
  })
  it('P6: a path of the site keeps its query and hash', () => {
    expect(sitePath('/a/b?c=d&next=//x#e')).toBe('/a/b?c=d&next=//x#e')
  })
})
