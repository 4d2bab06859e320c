import { type APIRequestContext, expect } from '@playwright/test'
import type { Product } from './product.ts'

/** SMS or calls that the provider took for a number, the newest first, as Twilio lists them. */
async function listed(
  request: APIRequestContext,
  { phones: { url, accountSid, authToken } }: Product,
  resource: 'Messages' | 'Calls',
  number: string,
): Promise<{ body?: string }[]> {
  const address = new URL(`/2010-04-01/Accounts/${accountSid}/${resource}.json`, url)
  address.searchParams.set('To', number)
  const answer = await request.get(address.href, {
    headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
  })
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as Record<string, { body?: string }[]>)[resource.toLowerCase()] ?? []
}

/** The one SMS to a number; waits for it. */
export async function smsTo(request: APIRequestContext, product: Product, number: string): Promise<string> {
  await expect.poll(async () => (await listed(request, product, 'Messages', number)).length).toBe(1)
  return (await listed(request, product, 'Messages', number))[0]?.body ?? ''
}

/** Waits for one call to a number. */
export async function expectCall(
  request: APIRequestContext,
  product: Product,
  number: string,
): Promise<void> {
  await expect.poll(async () => (await listed(request, product, 'Calls', number)).length).toBe(1)
}
