import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../root.ts'
import { otherNodeFiles, sameOnEveryNode } from './other-node.ts'

test('what runs on the other Node line and what does not is there: a name that nothing has would do nothing', () => {
  for (const file of [...otherNodeFiles, ...sameOnEveryNode])
    expect([file, existsSync(path.join(root, file))]).toEqual([file, true])
})
