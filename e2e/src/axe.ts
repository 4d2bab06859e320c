import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { stillness } from './stillness.ts'

/** What axe finds wrong with the page as it is now, a line each; of all rules, or of these. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // What is still fading in has colours of its own.
  await stillness(page)
  const axe = new AxeBuilder({ page })
  const { violations: found } = await (rules ? axe.withRules(rules) : axe).analyze()
  return found.map(
    (v) => `${v.impact ?? ''} ${v.id}: ${v.nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
}
