import { expect, type Locator, type Page } from '@playwright/test'

/** How somebody uses the page. */
export interface InputMethod {
  press(target: Locator): Promise<void>
  /** Puts a text in place of what a field has. */
  fill(field: Locator, text: string): Promise<void>
  /** Chooses in a list of the browser by the words shown. */
  choose(list: Locator, text: string): Promise<void>
  /** Takes an entry of the menu that is open. */
  pick(entry: Locator): Promise<void>
}

export function mouse(): InputMethod {
  return {
    press: (target) => target.click(),
    fill: (field, text) => field.fill(text),
    choose: async (list, text) => {
      await list.selectOption({ label: text })
    },
    pick: (entry) => entry.click(),
  }
}

/** More stops than any page has between two things that one uses after each other. */
const mostStops = 60

/** Tab, Enter, arrows and letters only. What cannot be reached so fails. */
export function keyboard(page: Page): InputMethod {
  async function walk(target: Locator, keyOf: (way: 'on' | 'back') => string): Promise<void> {
    await expect(target).toBeEnabled()
    for (let stops = 0; stops < mostStops; stops += 1) {
      const way = await wayTo(target)
      if (way === 'there') return
      await page.keyboard.press(keyOf(way))
    }
    throw new Error(`${mostStops} stops did not lead to ${String(target)}`)
  }
  const reach = (target: Locator) => walk(target, (way) => (way === 'on' ? 'Tab' : 'Shift+Tab'))

  return {
    press: async (target) => {
      await reach(target)
      await page.keyboard.press('Enter')
    },
    fill: async (field, text) => {
      await reach(field)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
      await expect(field).toHaveValue(text)
    },
    choose: async (list, text) => {
      await reach(list)
      // Letters that this keyboard has no keys for are no presses of keys: arrows lead there.
      if (/^[ -~]+$/.test(text)) return page.keyboard.type(text)
      const steps = await list.evaluate((element, wanted) => {
        if (!(element instanceof HTMLSelectElement)) throw new Error('no list to choose from')
        return [...element.options].findIndex((option) => option.text === wanted) - element.selectedIndex
      }, text)
      for (let step = 0; step < Math.abs(steps); step += 1)
        await page.keyboard.press(steps < 0 ? 'ArrowUp' : 'ArrowDown')
    },
    pick: async (entry) => {
      await walk(entry, (way) => (way === 'on' ? 'ArrowDown' : 'ArrowUp'))
      await page.keyboard.press('Enter')
    },
  }
}

/** Where an element is as seen from the one that has the focus. */
function wayTo(target: Locator): Promise<'there' | 'on' | 'back'> {
  return target.evaluate((element) => {
    const focused = document.activeElement
    if (focused === element) return 'there'
    const follows =
      focused === null || (focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    return follows ? 'on' : 'back'
  })
}
