import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.ts'

/** Folders of the checkout with a tsconfig.json, the root's own first: '.', 'apps/server', … */
export function typedFolders(): string[] {
  return foldersWith('tsconfig.json')
}

/** Folders of the checkout with a package.json, the root's own first. */
export function packageFolders(): string[] {
  return foldersWith('package.json')
}

function foldersWith(file: string): string[] {
  const groups = ['packages', 'apps'].flatMap((group) =>
    readdirSync(path.join(root, group)).map((name) => `${group}/${name}`),
  )
  return ['.', ...groups, 'realchain', 'e2e', 'bench', 'tools'].filter((folder) =>
    existsSync(path.join(root, folder, file)),
  )
}
