import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { measureBudgets } from './budget.ts'
import { pages } from './src/app/pages.ts'

const loaded = pages.filter(({ screen }) => screen.startsWith('features/'))
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
    chunk('src/i18n/account.en.json'),
    chunk('src/i18n/alerts.en.json'),
    chunk('src/i18n/bridges.en.json'),
    chunk('src/i18n/charts.en.json'),
    chunk('src/i18n/history.en.json'),
    chunk('src/i18n/validator.en.json'),
    ...loaded.map(({ screen }) => chunk(`src/${screen}`, ['shared'])),
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
    const login = measureBudgets(folder).find(({ name }) => name === 'first load: /login')
    expect(login?.size).toBeGreaterThan(153)
    expect(login?.size).toBeLessThan(154)
    expect(over()).toEqual([])
  })
  it('is 200 kB for the sign-in page', () => {
    build({ 'src/features/accounts/sign-in-page.tsx': 44, shared: 155 })
    expect(over()).toEqual(['first load: /login'])
  })
  it('is 250 kB for every other page', () => {
    build({ shared: 185, 'src/app/frame.tsx': 61 })
    const inShell = loaded.filter(({ layout }) => layout === 'shell')
    expect(over()).toEqual(inShell.map(({ path }) => `first load: ${path}`))
  })
  it('is 45 kB for the chunk of a page', () => {
    build({ 'src/features/charts/charts-page.tsx': 46 })
    expect(over()).toEqual(['chunk: /charts'])
  })
})
