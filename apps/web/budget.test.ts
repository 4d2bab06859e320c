import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { measureBudgets } from './budget.mjs'

const pages = ['validators', 'alerts', 'alerts-history', 'bridges', 'charts', 'settings']
let folder = ''

/** Bytes that no compression makes smaller: a xorshift of the seed. */
function noise(kilobytes: number, seed: number): Uint8Array {
  let state = seed
  return Uint8Array.from({ length: kilobytes * 1024 }, () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state & 255
  })
}

/** A build whose chunks have these sizes (kB); what is not named has one kB. */
function build(sizes: Record<string, number>): void {
  const chunk = (name: string, imports: string[] = []) => ({ name, file: `${name}.js`, imports })
  const chunks = [
    chunk('index.html', ['shared']),
    chunk('shared'),
    chunk('src/i18n/en.json'),
    chunk('src/i18n/shell.en.json'),
    chunk('src/app/frame.tsx', ['shared']),
    chunk('src/features/accounts/sign-in-page.tsx', ['shared']),
    ...pages.map((page) => chunk(`src/features/${page}/${page}-page.tsx`)),
  ]
  for (const [i, { name, file }] of chunks.entries()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), noise(sizes[name] ?? 1, i + 1))
  }
  const manifest = Object.fromEntries(chunks.map(({ name, file, imports }) => [name, { file, imports }]))
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
}
const over = () => measureBudgets(folder).flatMap(({ name, size, limit }) => (size > limit ? [name] : []))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roundsman-budget-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('P41: the budget of the first load', () => {
  it('counts what a page needs, and what several of its chunks import once', () => {
    build({ shared: 150 })
    const login = measureBudgets(folder).find(({ name }) => name === 'first load: login')
    expect(login?.size).toBeGreaterThan(153)
    expect(login?.size).toBeLessThan(154)
    expect(over()).toEqual([])
  })
  it('is 180 kB for the sign-in page', () => {
    build({ 'src/features/accounts/sign-in-page.tsx': 44, shared: 135 })
    expect(over()).toEqual(['first load: login'])
  })
  it('is 210 kB for every other page', () => {
    build({ shared: 165, 'src/app/frame.tsx': 41 })
    expect(over()).toEqual(pages.map((page) => `first load: ${page}`))
  })
  it('is 45 kB for the chunk of a page', () => {
    build({ 'src/features/charts/charts-page.tsx': 46 })
    expect(over()).toEqual(['chunk: src/features/charts/charts-page.tsx'])
  })
})
