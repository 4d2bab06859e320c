import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

// A busy machine is slow, not wrong: what comes is waited for as long as a test may take.
configure({ asyncUtilTimeout: 20_000 })

// What the console complains about is a defect: a test that expects it says so by replacing the spy.
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(() => {
  cleanup()
  leaveNothing()
  expect(vi.mocked(console.error).mock.calls).toEqual([])
  expect(vi.mocked(console.warn).mock.calls).toEqual([])
  vi.restoreAllMocks()
})

// The files of a thread share modules. One that is still loading when its file ends fails with it, and is kept as failed:
// every page of the next file that needs it would break.
afterAll(() => vi.dynamicImportSettled())

/** The next test file has the same document: what a browser would keep of a page, and where it stands, begins anew. */
function leaveNothing(): void {
  if (typeof window === 'undefined') return
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
}
