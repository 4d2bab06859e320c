import { describe, expect, it } from 'vitest'

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** What is loaded after the page, by why it may. */
const mayComeLater = new RegExp(
  `(${[
    // Dialogs.
    '-dialog',
    // What draws charts (uPlot).
    '/time-chart',
    // A column hidden at first.
    '/votes-cell',
    // What a sign-in takes beside a password.
    '/provider-sign-in|/passkey-sign-in|/second-step',
    // What is opened on the list, and what is asked and offered beside it.
    '/row-blocks|/appearance-controls|/find-validator|/alert-offers',
  ].join('|')})\\.tsx$`,
)

describe('P41: code is split', () => {
  it('at routes, dialogs, charts, a column hidden at first, what a sign-in takes beside a password and what the rows of the list need not wait for, and nowhere else', () => {
    const later = Object.entries(sources).flatMap(([file, text]) =>
      [...text.matchAll(/\bimport\('([^']+)'\)/g)].map(([, wanted = '']) => ({ file, wanted })),
    )
    // The languages of the page and the shell of its members are the router's own.
    const others = later.filter(
      ({ file, wanted }) =>
        !mayComeLater.test(wanted) &&
        file !== '../i18n/i18n.ts' &&
        !(file === './router.tsx' && wanted === './frame.tsx'),
    )
    expect(later.length).toBeGreaterThan(0)
    expect(others).toEqual([])
  })
})
