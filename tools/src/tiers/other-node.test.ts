import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../root.ts'
import { otherNodeFiles } from './other-node.ts'

test('what runs on the other Node line is there: a name that nothing has would run nothing', () => {
  for (const file of otherNodeFiles) expect([file, existsSync(path.join(root, file))]).toEqual([file, true])
})
