import type { Page } from '@playwright/test'
import type { Situation } from './answers.ts'

/** One page of the site in one situation. */
export interface Scene {
  name: string
  path: string
  as?: Situation
  /** Nobody is signed in. */
  guest?: true
  /** Stands in the shell, so that it has a horizontal layout too. */
  shell?: true
  /** Scrolls by itself or covers the screen: the picture is of what is in view. */
  view?: true
  /** What the visitor does before the picture is taken. */
  act?: (page: Page) => Promise<unknown>
  /** Waits for what tells this situation from others; it stands at every size that the scene has. */
  shows?: (page: Page) => Promise<unknown>
}
