import { expect, test } from '@playwright/test'
import { sceneOf } from '../src/stage/scenes.ts'
import { openScene } from '../src/stage/stage.ts'

for (const width of [390, 1440])
  test(`P427: an alert that a link names is open, in sight and focused, and can be closed (${width})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await openScene(page, { name: 'link', path: '/alerts-history?alert=995', shell: true })
    const button = page.getByRole('button', { name: 'Details: Jailed' })
    await expect(button).toBeFocused()
    await expect(button).toBeInViewport()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByText('Linked alert')).toBeVisible()
    await expect(page.getByText(/^Over, lasted 1\sh/)).toBeVisible()
    await button.click()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await page.getByRole('button', { name: 'Details: Jail within an hour' }).click()
    await expect(page.getByText(/^Ongoing for 26\smin/)).toBeVisible()
  })

for (const width of [390, 1440])
  test(`P984: a link opens the incident of its alert, which is in sight and focused among the others (${width})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await openScene(page, { name: 'link', path: '/alerts-history?alert=993', as: 'incidents', shell: true })
    const step = page.getByRole('button', { name: /No longer jailed/ })
    await expect(step).toBeFocused()
    await expect(step).toBeInViewport({ ratio: 1 })
    await expect(step).toHaveAttribute('aria-expanded', 'true')
    const incident = page.getByRole('button', {
      name: /^Details: Missed 483 blocks in 8\smin 1\ss, 6 alerts$/,
    })
    await expect(incident).toHaveAttribute('aria-expanded', 'true')
    // By the keyboard to the one before it, which is shown in its place.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    const before = page.getByRole('button', { name: /Left the active set/ })
    await expect(before).toBeFocused()
    await expect(before).toHaveAttribute('aria-expanded', 'true')
    await expect(step).toHaveAttribute('aria-expanded', 'false')
    expect(new URL(page.url()).searchParams.get('alert')).toBe('992')
  })

test('P550, P817: no name of an alert in the history is cut, nor whether it goes on, and no line touches another row', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openScene(page, sceneOf('alerts-history'))
  const cut = await page
    .locator('[data-row] [data-title] > span')
    .evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
        .map((one) => one.textContent),
    )
  expect(cut).toEqual([])
  const near = await page.locator('tr[data-row]').evaluateAll((all) =>
    all.flatMap((one) => {
      const row = one.getBoundingClientRect()
      return [...one.querySelectorAll('[data-title] > span, [data-deliveries] > span')]
        .map((part) => part.getBoundingClientRect())
        .filter(({ top, bottom }) => top - row.top < 3 || row.bottom - bottom < 3)
        .map(({ top, bottom }) => [top - row.top, row.bottom - bottom])
    }),
  )
  expect(near).toEqual([])
  // Of a zone of whole hours, too, which is longer than the stage's UTC.
  const lines = await page.locator('th[data-column="time"]').evaluate((one) => {
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.nodeValue?.includes('UTC') !== true) continue
      node.nodeValue = node.nodeValue.replace('UTC', 'GMT+2')
      const range = document.createRange()
      range.selectNodeContents(node)
      return range.getClientRects().length
    }
    return 0
  })
  expect(lines).toBe(1)
})

for (const width of [1440, 1920])
  test(`P879: every height of the history that has its column is whole (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openScene(page, sceneOf('alerts-history'))
    const room = await page
      .locator('tr[data-row] td[data-column="height"]')
      .first()
      .evaluate((one) => {
        // A chain of today has more digits than the stage's.
        const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode()
        if (text) text.nodeValue = '147,223,558'
        return one.clientWidth - one.scrollWidth
      })
    expect(room).toBeGreaterThanOrEqual(0)
  })

for (const language of ['en', 'ru', 'uk'] as const)
  for (const width of [390, 1024, 1280, 1440])
    test(`P576: every status of a message is whole in the history (${language}, ${width} px)`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      await openScene(page, { name: 'history', path: `/alerts-history?lng=${language}`, shell: true })
      const cells = page.locator('[data-deliveries]')
      const states = await cells.evaluateAll((all) => all.map((one) => one.children.length))
      expect(Math.max(...states)).toBe(3)
      const cut = await cells.evaluateAll((all) =>
        all
          .filter((cell) => {
            const { left, right } = (cell.closest('td') ?? cell).getBoundingClientRect()
            return [...cell.querySelectorAll('[data-mark] > span')].some((word) => {
              const box = word.getBoundingClientRect()
              return word.scrollWidth > word.clientWidth || box.left < left || box.right > right
            })
          })
          .map((cell) => cell.textContent),
      )
      expect(cut).toEqual([])
    })

test('P1043: the history says by what it is searched at 1,280 px, and on a phone in words what can be done with it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openScene(page, sceneOf('alerts-history'))
  const isWhole = await page.getByRole('searchbox').evaluate((input: HTMLInputElement) => {
    const pen = document.createElement('canvas').getContext('2d')
    if (pen === null) return false
    pen.font = getComputedStyle(input).font
    return pen.measureText(input.placeholder).width <= input.clientWidth
  })
  expect(isWhole).toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of ['Acknowledge all', 'Notifications', 'Copy link', 'CSV'])
    await expect(page.getByRole('button', { name, exact: true }).getByText(name)).toBeVisible()
})

test('P1043: on a phone Manage Alerts has a word for what can be done with all of them, none of which is cut', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openScene(page, sceneOf('alerts'))
  for (const name of ['Copy from', 'Planned work', 'Mute all', 'Apply to several']) {
    const button = page.getByRole('button', { name, exact: true })
    await expect(button.getByText(name)).toBeVisible()
    expect(await button.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  }
})

for (const name of ['alerts-history', 'bridges', 'bridge', 'alerts', 'validator', 'validators-newcomer'])
  test(`P551: the hyphen of a name is no wider than in a sentence (${name})`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await openScene(page, sceneOf(name))
    const wide = await page.locator('main *').evaluateAll((all) =>
      all
        // What only a screen reader reads is one pixel wide.
        .filter((one) => one.getBoundingClientRect().width > 1)
        .filter((one) => getComputedStyle(one).fontVariantNumeric.includes('tabular-nums'))
        .flatMap((one) => [...one.childNodes])
        .filter((one) => one.nodeType === Node.TEXT_NODE && /\p{L}-\p{L}/u.test(one.textContent ?? ''))
        .map((one) => one.textContent),
    )
    expect(wide).toEqual([])
  })
