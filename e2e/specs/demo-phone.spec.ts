import { expect, test } from '@playwright/test'
import { startProduct, type StartedProduct } from '../src/start-product.ts'

let started: StartedProduct

test.beforeAll(async () => {
  const noTwilio = ['URL', 'ACCOUNT_SID', 'AUTH_TOKEN', 'FROM'].map((name) => [
    `ROUNDSMAN_TWILIO_${name}`,
    '',
  ])
  started = await startProduct(Object.fromEntries(noTwilio), ['--networks', 'celestia'])
})
test.afterAll(() => started.stop())

// Two minutes on a machine that does nothing else; other suites run beside this one.
test.setTimeout(400_000)

test('N42: the demo prints where its phone is, which rings by itself and says who calls; 1 acknowledges', async ({
  page,
}) => {
  await page.goto(String(started.phone))
  const call = page.getByRole('region', { name: 'Call' })
  await call.getByRole('button', { name: 'Answer' }).click({ timeout: 300_000 })
  await expect(call.getByRole('log')).toContainText('This is Roundsman.')
  await call.getByRole('button', { name: '1', exact: true }).click()
  await expect(call.getByRole('log')).toContainText('Acknowledged')
  await expect(page.getByRole('article', { name: 'SMS' }).first()).toContainText('Celestia')
})
