import { afterEach, describe, expect, it } from 'vitest'
import { keepFocus } from './keep-focus.ts'

function regionOf(...labels: string[]) {
  const region = document.createElement('section')
  region.tabIndex = -1
  const buttons = labels.map((word) => {
    const button = document.createElement('button')
    button.textContent = word
    return button
  })
  region.append(...buttons)
  document.body.append(region)
  return { region, buttons, letGo: keepFocus(region) }
}
/** Observers of the document are observed before the next task. */
const observed = () => new Promise<void>((resolve) => queueMicrotask(resolve))

describe('P68: a control with the focus that goes away', () => {
  afterEach(() => document.body.replaceChildren())

  it('leaves it to its region', async () => {
    const { region, buttons, letGo } = regionOf('remove', 'other')
    buttons[0]?.focus()
    buttons[0]?.remove()
    await observed()
    expect(document.activeElement).toBe(region)
    letGo()
  })

  it('leaves it where somebody put it meanwhile', async () => {
    const { buttons, letGo } = regionOf('remove', 'other')
    buttons[0]?.focus()
    buttons[0]?.remove()
    buttons[1]?.focus()
    await observed()
    expect(document.activeElement).toBe(buttons[1])
    letGo()
  })

  it('leaves it to its region when the pointer pressed the control that had it', async () => {
    const { region, buttons, letGo } = regionOf('remove', 'other')
    buttons[0]?.focus()
    buttons[0]?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    buttons[0]?.remove()
    await observed()
    expect(document.activeElement).toBe(region)
    letGo()
  })

  it('leaves it nowhere when it was given away before, or another control goes', async () => {
    const { buttons, letGo } = regionOf('remove', 'other')
    buttons[0]?.focus()
    buttons[1]?.remove()
    await observed()
    expect(document.activeElement).toBe(buttons[0])
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    buttons[0]?.blur()
    buttons[0]?.remove()
    await observed()
    expect(document.activeElement).toBe(document.body)
    letGo()
  })

  it('has it again when it took none only while it worked', async () => {
    const { buttons, letGo } = regionOf('save', 'other')
    const [save] = buttons
    if (save === undefined) throw new Error('no button')
    save.focus()
    // A browser takes it from a control that is disabled, at its next frame; this document never does.
    save.blur()
    save.disabled = true
    await observed()
    expect(document.activeElement).toBe(document.body)
    save.disabled = false
    await observed()
    expect(document.activeElement).toBe(save)
    letGo()
  })

  it('does not take it back from where somebody put it while it worked', async () => {
    const { buttons, letGo } = regionOf('save', 'other')
    const [save, other] = buttons
    if (save === undefined) throw new Error('no button')
    save.focus()
    save.disabled = true
    other?.focus()
    await observed()
    save.disabled = false
    await observed()
    expect(document.activeElement).toBe(other)
    letGo()
  })
})
