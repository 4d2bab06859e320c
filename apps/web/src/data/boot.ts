import { Boot } from '@roundsman/contract/networks'
import * as z from 'zod/mini'
import type { ApiClient } from './api-client.ts'

/** The boot object that the server put into the page; under `vite dev` it is asked for. */
export async function loadBoot(document: Document, client: ApiClient): Promise<Boot> {
  const text = document.getElementById('boot')?.textContent
  if (text) return z.parse(Boot, JSON.parse(text))
  return client.call('networks')
}
