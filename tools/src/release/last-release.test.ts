import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { whyNoLastRelease } from './build-last-release.ts'
import { lastRelease } from './last-release.data.ts'

const folder = 'apps/server/migrations'
const whyNot = whyNoLastRelease()

/** As git names what is in a file. */
const blobOf = (bytes: Buffer) =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

describe.skipIf(whyNot !== null)(`the last release${whyNot === null ? '' : ` (not run: ${whyNot})`}`, () => {
  const tree = () =>
    execFileSync('git', ['ls-tree', lastRelease.commit, `${folder}/`], { cwd: root, encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => /^\d+ blob (\w+)\t(.*)$/.exec(line)?.slice(1) ?? [])
      .map(([blob = '', file = '']) => ({ file: path.basename(file), blob }))

  it('B246: each migration of it is as it was then', () => {
    const ours = readdirSync(path.join(root, folder))
      .toSorted()
      .slice(0, lastRelease.migrations)
      .map((file) => ({ file, blob: blobOf(readFileSync(path.join(root, folder, file))) }))
    expect(ours).toEqual(tree())
  })

  it('is a commit that this one goes back to', () => {
    const args = ['merge-base', '--is-ancestor', lastRelease.commit, 'HEAD']
    expect(() => execFileSync('git', args, { cwd: root })).not.toThrow()
  })
})
