import type { Page } from '@playwright/test'

/**
 * Texts whose signs do not stand in the order in which they are read: within a line each sign of a text from left to
 * right letters, or of a number, is right of the one before it.
 */
export function outOfOrder(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
    /** Boxes around texts whose parts stand in one line of text; what is in a row of boxes stands by itself. */
    const flows = /^(block|inline-block|list-item|table-cell|table-caption|flow-root)$/
    const blockOf = (element: Element): Element => {
      const { display } = getComputedStyle(element)
      return display === 'inline' && element.parentElement ? blockOf(element.parentElement) : element
    }
    const texts = new Map<Node, Text[]>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const parent = node.parentElement
      if (node.data.trim() === '' || !parent?.checkVisibility({ visibilityProperty: true })) continue
      if (parent.closest('svg, script, style') || getComputedStyle(parent).clipPath !== 'none') continue
      const block = blockOf(parent)
      const key = flows.test(getComputedStyle(block).display) ? block : node
      texts.set(key, [...(texts.get(key) ?? []), node])
    }
    const range = document.createRange()
    const found: string[] = []
    for (const nodes of texts.values()) {
      const whole = nodes.map(({ data }) => data).join('')
      if (rightToLeft.test(whole)) continue
      let before: DOMRect | null = null
      for (const node of nodes) {
        for (let at = 0; at < node.data.length; at += 1) {
          range.setStart(node, at)
          range.setEnd(node, at + 1)
          const box = range.getBoundingClientRect()
          if (box.width === 0 || /\s/.test(node.data.charAt(at))) continue
          const sameLine = before !== null && Math.abs(box.bottom - before.bottom) < 4
          if (before !== null && sameLine && box.left < before.left - 0.5 && !found.includes(whole))
            found.push(whole)
          before = box
        }
      }
    }
    return found
  })
}
