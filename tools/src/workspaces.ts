import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.ts'

/** Folders of the checkout with a tsconfig.json, the root's own first: '.', 'apps/server', … */
export function typedFolders(): string[] {
  const groups = ['packages', 'apps'].flatMap((group) =>
    readdirSync(path.join(root, group)).map((name) => `${group}/${name}`),
  )
  return ['.', ...groups, 'realchain', 'e2e', 'bench', 'tools'].filter((folder) =>
    existsSync(path.join(root, folder, 'tsconfig.json')),
  )
}
