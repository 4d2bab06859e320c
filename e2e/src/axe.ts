import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds wrong with the page as it is now, a line each; of all rules, or of these. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  const { violations: found } = await (rules ? axe.withRules(rules) : axe).analyze()
  return found.map(
    (v) => `${v.impact ?? ''} ${v.id}: ${v.nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
}
