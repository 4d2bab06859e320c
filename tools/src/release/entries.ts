import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'

/** A file, a link or a folder as an archive has it, without a time of its own. */
export interface Entry {
  /** In the archive, with `/` and without one at its start or end. */
  name: string
  /** Permissions, such as 0o755. */
  mode: number
  /** The number of the user and of the group that it belongs to; by itself root's. */
  owner?: number
  content: { file: string } | { bytes: Buffer } | { link: string } | 'folder'
}

/** What lies in a folder, and the folder itself, under a name in the archive. Permissions are what everybody may: `rx` or `r`. */
export function entriesOf(
  folder: string,
  name: string,
  skip: (file: string) => boolean = () => false,
): Entry[] {
  const inside = readdirSync(folder, { withFileTypes: true }).flatMap((found): Entry[] => {
    const from = path.join(folder, found.name)
    const to = `${name}/${found.name}`
    if (skip(from)) return []
    if (found.isDirectory()) return entriesOf(from, to, skip)
    if (found.isSymbolicLink()) return [{ name: to, mode: 0o777, content: { link: readlinkSync(from) } }]
    return [{ name: to, mode: lstatSync(from).mode & 0o111 ? 0o755 : 0o644, content: { file: from } }]
  })
  return [folderEntry(name), ...inside]
}

/** A folder alone. */
export function folderEntry(name: string, mode = 0o755, owner = 0): Entry {
  return { name, mode, owner, content: 'folder' }
}

/** A file of these words. */
export function textEntry(name: string, text: string, mode = 0o644): Entry {
  return { name, mode, content: { bytes: Buffer.from(text) } }
}

/** In the order of their names, each name once: of two the later one stands. */
export function inOrder(entries: readonly Entry[]): Entry[] {
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The bytes of a file's entry; empty for links and folders. */
export function bytesOf({ content }: Entry): Buffer {
  if (content === 'folder' || 'link' in content) return Buffer.alloc(0)
  return 'bytes' in content ? content.bytes : readFileSync(content.file)
}
