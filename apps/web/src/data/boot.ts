import { PageBoot } from '@roundsman/contract/networks'
import * as z from 'zod/mini'
import type { ApiClient } from './api-client.ts'

/** The boot object that the server put into the page; under `vite dev` it is asked for. */
export async function loadBoot(document: Document, client: ApiClient): Promise<PageBoot> {
  const text = document.getElementById('boot')?.textContent
  if (text) return z.parse(PageBoot, JSON.parse(text))
  return { ...(await client.call('networks')), cookie_domain: null }
}
