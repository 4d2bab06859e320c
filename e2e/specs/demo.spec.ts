import { expect, test } from '@playwright/test'
import { signIn } from '../src/sign-in.ts'
import { startProduct, type StartedProduct } from '../src/start-product.ts'

let started: StartedProduct

// Two minutes on a machine that does nothing else; other suites run beside this one.
const mostMs = 400_000

test.beforeAll(async () => {
  test.setTimeout(mostMs)
  const noTwilio = ['URL', 'ACCOUNT_SID', 'AUTH_TOKEN', 'FROM'].map((name) => [
    `ROUNDSMAN_TWILIO_${name}`,
    '',
  ])
  started = await startProduct(Object.fromEntries(noTwilio), ['--networks', 'celestia'])
})
test.afterAll(() => started.stop())

test.setTimeout(mostMs)

test('N42: the demo prints where its phone is, which rings once somebody has signed in and says who calls; 1 acknowledges', async ({
  page,
}) => {
  await signIn(page, started.product)
  await page.goto(String(started.phone))
  const call = page.getByRole('region', { name: 'Call' })
  await call.getByRole('button', { name: 'Answer' }).click({ timeout: 300_000 })
  await expect(call.getByRole('log')).toContainText('This is Roundsman.')
  await call.getByRole('button', { name: '1', exact: true }).click()
  await expect(call.getByRole('log')).toContainText('Acknowledged')
  await expect(page.getByRole('article', { name: 'SMS' }).first()).toContainText('Celestia')
})

test('N44: it begins with a past: charts of 30 days, a timeline, alerts, and a replay that counts them', async ({
  page,
}) => {
  const { product } = started
  await signIn(page, product)
  const { alertId, validatorId, days, replayed } = await page.evaluate(async () => {
    const read = async (path: string) => (await (await fetch(path)).json()) as unknown
    const alerts = (await read('/api/alerts/history/1/?limit=200')) as {
      id: number
      setting_id: number
      blockchain_validator_id: number
    }[]
    const unjailed = alerts.find((one) => one.setting_id === 2012)
    const id = unjailed?.blockchain_validator_id ?? 0
    const query = `blockchain_id=1&validator_id=${id}&metric=cosmos_validator_voting_power&range=30d&step=4h`
    const charts = (await read(`/api/blockchains/charts/?${query}`)) as {
      metrics: Record<string, { points: [number, number | null][] }[]>
    }
    const points = charts.metrics['cosmos_validator_voting_power']?.[0]?.points ?? []
    const known = points.flatMap(([at, value]) => (value === null ? [] : [Math.floor(at / 86_400)]))
    const answer = await fetch('/api/alerts/replay/', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-csrftoken': /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? '',
      },
      body: JSON.stringify({ blockchain_id: 1, blockchain_validator_id: id, setting_ids: [2011], days: 7 }),
    })
    const { settings } = (await answer.json()) as { settings: { times: string[] }[] }
    return {
      alertId: unjailed?.id,
      validatorId: id,
      days: new Set(known).size,
      replayed: settings[0]?.times.length ?? 0,
    }
  })
  expect(days).toBeGreaterThanOrEqual(30)
  expect(replayed).toBeGreaterThan(0)

  await page.goto(new URL(`/charts?validator=${validatorId}&range=30d`, product.open).href)
  await expect(page.getByText('were imported from a file.')).toBeVisible()
  // However old it is: at some hours of the day the newest ones of the past hold no jailing.
  await page.goto(new URL(`/alerts-history?alert=${alertId}`, product.open).href)
  const jailed = page.getByRole('row').filter({ hasText: /jail/i }).filter({ hasText: 'imported' })
  await expect(jailed.first()).toBeVisible()
  await page.goto(new URL(`/validators/${validatorId}`, product.open).href)
  await expect(page.getByRole('cell', { name: 'imported' }).first()).toBeVisible()
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: /missed .* blocks/i })
      .first(),
  ).toBeVisible()
})
