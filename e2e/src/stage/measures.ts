import type { Page } from '@playwright/test'

const controls =
  'a[href], button, select, textarea, input:not([type="hidden"]), summary, [role="button"], [role="menuitem"], [role="menuitemradio"], [role="menuitemcheckbox"], [role="switch"], [role="tab"]'

/**
 * Controls smaller than 24 × 24 CSS px, as WCAG 2.5.8 counts: links within a sentence do not, and neither do small ones
 * around whose middle a circle of 24 px touches no other control.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    interface Target {
      name: string
      box: DOMRect
      small: boolean
    }
    const least = 24
    const seen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0
    const inSentence = (element: Element) =>
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent ?? '').trim() !== (element.textContent ?? '').trim()
    const targets = [...document.querySelectorAll(selector)]
      .filter((element) => seen(element) && !inSentence(element))
      .map((element): Target => {
        // What is pressed is the label that holds the box.
        const pressed = (element.matches('input') && element.closest('label')) || element
        const box = pressed.getBoundingClientRect()
        const name = element.getAttribute('aria-label') ?? (element.textContent ?? '').trim()
        const small = box.width < least - 0.5 || box.height < least - 0.5
        return { name: `${element.tagName.toLowerCase()} ${name}`, box, small }
      })
      .filter(({ box }) => box.width > 1 && box.height > 1)
    const middle = (box: DOMRect) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
    const touches = (one: Target, other: Target) => {
      const { x, y } = middle(one.box)
      if (other.small) {
        const its = middle(other.box)
        return Math.hypot(its.x - x, its.y - y) < least
      }
      const dx = Math.max(other.box.left - x, 0, x - other.box.right)
      const dy = Math.max(other.box.top - y, 0, y - other.box.bottom)
      return Math.hypot(dx, dy) < least / 2
    }
    return targets
      .filter((one) => one.small && targets.some((other) => other !== one && touches(one, other)))
      .map(({ name, box }) => `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`)
  }, controls)
}

/** Controls and texts that lie outside the width of the page, where nothing scrolls them into it. */
export function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.documentElement &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const found = [...document.querySelectorAll(`${selector}, h1, h2, p, li, th, td, dt, dd`)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => {
        const { left, right, width, height } = element.getBoundingClientRect()
        return width > 1 && height > 1 && (left < -1 || right > innerWidth + 1) && !scrolls(element)
      })
      .map((element) => `${element.tagName.toLowerCase()} ${(element.textContent ?? '').trim().slice(0, 40)}`)
    const { scrollWidth } = document.documentElement
    return scrollWidth > innerWidth ? [`the page is ${scrollWidth} wide on ${innerWidth}`, ...found] : found
  }, controls)
}

/** Texts of which a box that hides what is too long cuts something off, without "…" to say so. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = (node.textContent ?? '').trim()
      const parent = node.parentElement
      if (text === '' || !parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      if (box.width === 0 || getComputedStyle(parent).clipPath !== 'none') continue
      // The body hides what is outside the screen while a menu is open.
      for (
        let holder: Element | null = parent;
        holder && holder !== document.body;
        holder = holder.parentElement
      ) {
        const style = getComputedStyle(holder)
        if (/auto|scroll/.test(`${style.overflowX} ${style.overflowY}`)) break
        const hides = /hidden|clip/.test(style.overflowX) || /hidden|clip/.test(style.overflowY)
        if (!hides || style.position === 'absolute') continue
        const edge = holder.getBoundingClientRect()
        const wide =
          (box.right > edge.right + 2 || box.left < edge.left - 2) && style.textOverflow !== 'ellipsis'
        const high = box.bottom > edge.bottom + 2 || box.top < edge.top - 2
        if ((wide && /hidden|clip/.test(style.overflowX)) || (high && /hidden|clip/.test(style.overflowY))) {
          found.push(text.slice(0, 60))
          break
        }
      }
    }
    return found
  })
}

/** Texts whose lines are lower than their letters, which then run into each other, or that stick out of a control. */
export function tightTexts(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = (node.textContent ?? '').trim()
      const parent = node.parentElement
      if (text === '' || !parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue
      const { lineHeight, fontSize, clipPath } = getComputedStyle(parent)
      if (clipPath !== 'none') continue
      if (Number.parseFloat(lineHeight) < Number.parseFloat(fontSize)) found.push(`low: ${text.slice(0, 60)}`)
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      const edge = parent.closest(selector)?.getBoundingClientRect()
      if (edge && (box.top < edge.top - 3 || box.bottom > edge.bottom + 3))
        found.push(`out: ${text.slice(0, 60)}`)
    }
    return found
  }, 'a:not(p a), button, select, label')
}

/** Whatever still moves for longer than a hundredth of a millisecond. */
export function movingParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seconds = (times: string) =>
      Math.max(...times.split(',').map((time) => Number.parseFloat(time) / (time.includes('ms') ? 1_000 : 1)))
    return [...document.querySelectorAll('*')].flatMap((element) =>
      [null, '::before', '::after'].flatMap((pseudo) => {
        const style = getComputedStyle(element, pseudo)
        const moves = Math.max(
          style.animationName === 'none' ? 0 : seconds(style.animationDuration),
          seconds(style.transitionDuration),
        )
        return moves > 0.000_011 ? [`${element.tagName.toLowerCase()}${pseudo ?? ''}: ${moves} s`] : []
      }),
    )
  })
}
