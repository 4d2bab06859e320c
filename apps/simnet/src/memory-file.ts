import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { NamedMemory } from './blocks/chain-memory.ts'

/** What the last program left in a file; nothing where there is no such file, or none that can be read. */
export function readMemories(file: string): NamedMemory[] {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(value) ? value.filter(isMemory) : []
  } catch {
    return []
  }
}

/** Replaces the file as a whole. */
export function writeMemories(file: string, memories: readonly NamedMemory[]): void {
  writeFileSync(`${file}.new`, JSON.stringify(memories))
  renameSync(`${file}.new`, file)
}

function isMemory(value: unknown): value is NamedMemory {
  if (typeof value !== 'object' || value === null) return false
  const { name, newest, links } = value as Partial<Record<keyof NamedMemory, unknown>>
  return (
    typeof name === 'string' && Number.isSafeInteger(newest) && Array.isArray(links) && links.every(isLink)
  )
}

function isLink(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { hash, commitHash } = value as { hash?: unknown; commitHash?: unknown }
  return isHash(hash) && isHash(commitHash)
}

function isHash(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9A-F]{64}$/.test(value)
}
