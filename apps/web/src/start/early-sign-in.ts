import type { EarlyForm } from '../data/browser/early-form.ts'
import type { SignInTexts } from './page-parts.ts'

interface Shown {
  /** The loading screen, in whose place the form stands. */
  splash: HTMLElement
  texts: SignInTexts
  /** The rules of early-sign-in.css, and the nonce that they are let in by. */
  style: string
  nonce: string
  network: string
  /** Where somebody who signs in wanted to go; null: to the first page. */
  next: string | null
  /** Other ways in, for which room is left. */
  otherWays: number
}

/**
 * The form of the sign-in page as plain elements, before the program is there (docs/rules/page.md, P712 to P715): it
 * takes letters, can be sent, and its links lead on. The program takes over what it holds (data/browser/early-form.ts).
 */
export function showEarlySignIn({ splash, texts, style, nonce, network, next, otherWays }: Shown): EarlyForm {
  const search = next === null ? '' : `?next=${encodeURIComponent(next)}`
  const email = input('email', 'email', 'username webauthn')
  const password = input('password', 'password', 'current-password')
  const submit = element('button', { type: 'submit' }, texts.submit)
  const form = element(
    'form',
    { noValidate: true },
    element(
      'div',
      {},
      element('h1', {}, texts.title),
      element(
        'p',
        {},
        texts.on.replace('{{network}}', () => network),
      ),
    ),
    field(texts.email, email),
    field(texts.password, password, element('a', { href: '/reset-password' }, texts.forgot)),
    submit,
    ...(otherWays > 0 ? [element('div', { className: otherWays > 1 ? 'other two' : 'other' })] : []),
    element('p', {}, `${texts.newHere} `, element('a', { href: `/register${search}` }, texts.create)),
  )
  const mark = splash.querySelector('svg')?.cloneNode(true) ?? ''
  if (mark instanceof Element) mark.setAttribute('aria-hidden', 'true')
  const wall = Array.from({ length: 9 }, () => element('i', {}))
  const view = element(
    'div',
    { className: 'early' },
    element('style', { nonce }, style),
    element(
      'div',
      {},
      element('header', {}, mark, 'Roundsman'),
      element('div', { className: 'wall', ariaHidden: 'true' }, ...wall),
      element('section', { ariaLabel: 'Roundsman' }, texts.promise),
    ),
    element('div', {}, element('main', {}, form)),
  )

  let focused: EarlyForm['focused'] = null
  let submitted = false
  form.addEventListener('focusin', ({ target }) => {
    focused = target === email ? 'email' : target === password ? 'password' : null
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submitted = true
    submit.ariaBusy = 'true'
  })
  splash.hidden = true
  splash.parentElement?.after(view)
  email.focus({ preventScroll: true })
  return {
    get focused() {
      return focused
    },
    get submitted() {
      return submitted
    },
    fields: { email, password },
    remove: () => view.remove(),
  }
}

function input(name: string, type: string, autocomplete: AutoFill): HTMLInputElement {
  return element('input', { name, type, autocomplete, id: `early-${name}` })
}

function field(label: string, value: HTMLInputElement, ...aside: HTMLElement[]): HTMLElement {
  return element(
    'div',
    { className: 'field' },
    element('label', { htmlFor: value.id }, label),
    value,
    ...aside,
  )
}

function element<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  properties: Partial<HTMLElementTagNameMap[T]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[T] {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}
