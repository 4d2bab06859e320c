import { expect, test } from '@playwright/test'
import { sceneOf } from '../src/stage/scenes.ts'
import { openScene } from '../src/stage/stage.ts'

test.use({ viewport: { width: 1280, height: 900 } })

test('P950, P953, P963: by keyboard from the list to a proposal and its votes', async ({ page }) => {
  await openScene(page, sceneOf('governance'))
  const first = page.getByRole('article').first()
  await expect(first).toContainText('Ends in 5 h')
  await expect(first.getByRole('list', { name: 'My validators' }).getByRole('listitem')).toHaveText([
    /Not voted/,
    /Not voted/,
    /Unknown/,
    /Voted/,
  ])
  await first.getByRole('link', { name: 'Raise the maximum block size to 32 MiB' }).press('Enter')
  await expect(page).toHaveURL(/\/governance\/29$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Raise the maximum block size to 32 MiB')
  await page.keyboard.press('/')
  await page.keyboard.type('marrow')
  const rows = page.getByRole('table', { name: 'Votes by validator' }).locator('tr[data-row]')
  await expect(rows).toHaveText([/Marrow Kite.*Not voted/])
})

test('P955, P960, P961, P962: a hostile proposal loads nothing, runs nothing and turns nothing around', async ({
  page,
}) => {
  const outside: string[] = []
  page.on('request', (request) => {
    const { hostname } = new URL(request.url())
    if (hostname.endsWith('.example')) outside.push(request.url())
  })
  page.on('dialog', (dialog) => {
    outside.push(dialog.message())
    void dialog.dismiss()
  })
  await openScene(page, sceneOf('proposal-hostile'))
  const text = page.getByRole('region', { name: 'Description' })
  await expect(text).toContainText('<script>alert(1)</script>')
  await expect(text.locator('img, script, b')).toHaveCount(0)
  await expect(text.getByRole('link', { name: /^https:\/\/forum\.celestia\.org/ })).toHaveAttribute(
    'href',
    'https://claim.example/drain',
  )
  await expect(text).toContainText('(claim.example)')
  expect(await page.getByRole('main').innerText()).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
  expect(outside).toEqual([])
})
