/** Whether somebody can see the page. The only file that asks the browser for it. */
export interface PageVisibility {
  visible(): boolean
  /** Called whenever that changes; returns how to stop. */
  watch(run: () => void): () => void
}

export const browserVisibility: PageVisibility = {
  visible: () => document.visibilityState === 'visible',
  watch(run) {
    document.addEventListener('visibilitychange', run)
    return () => document.removeEventListener('visibilitychange', run)
  },
}
