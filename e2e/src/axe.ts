import type { Page } from '@playwright/test'
import axe, { type Result, type RunOptions } from 'axe-core'
import { waitUntilStill } from './wait-until-still.ts'

/**
 * What axe finds wrong with the page as it is now, a line each; of all rules, or of these. It runs in the page itself:
 * axe's own driver opens a second page for each look, to join what it saw of several frames, and that took three
 * quarters of the time. We have one frame; a page that holds another is refused, for nobody would look into it.
 */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // What is still fading in has colors of its own.
  await waitUntilStill(page)
  const [, ...inner] = page.frames()
  if (inner.length > 0)
    throw new Error(
      `axe looks at one frame only, and the page holds ${inner.map((frame) => frame.url()).join()}`,
    )
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(
    async (options: RunOptions): Promise<Result[]> => {
      const { axe: here } = window as unknown as { axe: typeof axe }
      return (await here.run(document, options)).violations
    },
    { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) } satisfies RunOptions,
  )
  return found.map(
    (v) => `${v.impact ?? ''} ${v.id}: ${v.nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
}
