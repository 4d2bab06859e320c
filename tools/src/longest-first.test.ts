import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { longFiles } from './longest-first.ts'
import { root } from './root.ts'

test('what is to begin first is there: a name that nothing has would begin nothing', () => {
  for (const file of longFiles) expect([file, existsSync(path.join(root, file))]).toEqual([file, true])
})
