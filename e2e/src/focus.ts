import { expect, type JSHandle, type Locator, type Page } from '@playwright/test'

/** How an element is drawn where a focus is shown, by outline, shadow or edge; of a field, its frame too. */
function ringOf(element: Element): string {
  const chain: Element[] = [element]
  if (element.matches('input, select'))
    for (let at = element.parentElement; at !== null && chain.length < 4; at = at.parentElement)
      chain.push(at)
  return chain
    .map((one) => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(one)
      const outline = outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`
      return `${outline} / ${boxShadow} / ${borderColor}`
    })
    .join('\n')
}

/** More stops than there are before the rows of a table: the bound only ends a test that would go round for ever. */
const mostStops = 80

/** Presses Tab until the control has the focus, as somebody does who knows what to look for. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let stops = 0; stops < mostStops; stops += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(control).toBeFocused()
}

/** What people call the element that has the focus; an empty text where none has. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement
    if (at === null || at === document.body) return ''
    const label = document.querySelector(`label[for="${at.id}"]`)?.textContent
    return (at.getAttribute('aria-label') ?? label ?? at.textContent).trim()
  })
}

/**
 * Presses Tab until it has led around the page. Every stop is in view, and can be told from what has no focus: once
 * the focus is gone it looks different. Gives the names of the stops.
 */
export async function walkAround(page: Page, most = mostStops): Promise<string[]> {
  const stops: { name: string; element: JSHandle<Element>; drawn: string }[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const name = await focusedName(page)
    // Between the last stop and the first the browser's own controls have the focus.
    if (name === '') continue
    const element = await page.evaluateHandle(() => document.activeElement ?? document.body)
    if (await element.evaluate((one, first) => one === first, stops[0]?.element)) break
    await expect(page.locator(':focus'), name).toBeInViewport()
    stops.push({ name, element, drawn: await element.evaluate(ringOf) })
    expect(stops.length, 'Tab does not lead around the page').toBeLessThan(most)
  }
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  for (const { name, element, drawn } of stops)
    expect(await element.evaluate(ringOf), `ring of ${name}`).not.toBe(drawn)
  return stops.map(({ name }) => name)
}
