import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds wrong with the page as it is now, a line each. */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  return found.map(
    (v) => `${v.impact ?? ''} ${v.id}: ${v.nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
}
