import type { BrowserScreen } from '../browser/browser.ts'

/** A wide, light screen until the test says otherwise. */
export function createFakeScreen(now = { dark: false, narrow: false }) {
  const watchers = new Set<() => void>()
  const screen: BrowserScreen = {
    isDark: () => now.dark,
    isNarrow: () => now.narrow,
    watch(run) {
      watchers.add(run)
      return () => watchers.delete(run)
    },
  }
  return {
    ...screen,
    become(change: Partial<typeof now>) {
      Object.assign(now, change)
      for (const run of watchers) run()
    },
  }
}
