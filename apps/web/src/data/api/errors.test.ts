import { createInstance } from 'i18next'
import { expect, it } from 'vitest'
import { createFormats } from '../../i18n/formats.ts'
import { formProblem, ProblemError } from './errors.ts'

const formats = createFormats({
  language: 'en',
  timeZone: 'UTC',
  units: { day: String, hour: String, minute: String, second: String },
})
/** Without texts it gives their keys. */
const texts = createInstance()
void texts.init({ lng: 'en', resources: {}, initAsync: false })

it.each([
  ['internal_error', 500, 'error.refused'],
  ['validation_failed', 400, 'the words of the server'],
] as const)('P852: of %s a form says “%3$s”', (code, status, said) => {
  const problem = { type: 'about:blank', title: code, detail: 'the words of the server', code, status }
  expect(formProblem(new ProblemError(problem, null), texts.t, formats)).toBe(said)
})
