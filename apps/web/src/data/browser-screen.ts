/** Below the breakpoint lg there is no room for navigation beside the page. */
export const narrowScreen = '(max-width:1199.95px)'

/** What the system says of its screen; the settings follow it. */
export interface BrowserScreen {
  isDark(): boolean
  isNarrow(): boolean
  /** Called when one of the two becomes another; returns how to stop. */
  watch(run: () => void): () => void
}

export function openBrowserScreen(match: (query: string) => MediaQueryList): BrowserScreen {
  const dark = match('(prefers-color-scheme: dark)')
  const narrow = match(narrowScreen)
  return {
    isDark: () => dark.matches,
    isNarrow: () => narrow.matches,
    watch(run) {
      for (const list of [dark, narrow]) list.addEventListener('change', run)
      return () => {
        for (const list of [dark, narrow]) list.removeEventListener('change', run)
      }
    },
  }
}
