import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildInfo } from './build-info.ts'

let folder = ''
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd: folder,
    env: {
      ...process.env,
      GIT_COMMITTER_DATE: '2026-11-25T22:10:31Z',
      GIT_AUTHOR_DATE: '2026-11-25T22:10:31Z',
    },
  })

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'roundsman-build-info-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('what a build says of itself', () => {
  it('is the version alone where there is no repository', () => {
    expect(buildInfo(folder, {})).toEqual({ version: '0.1.0', commit: null, built_at: null })
  })
  it('is the commit with its time, says where files differ from it, and takes SOURCE_DATE_EPOCH', () => {
    git('init', '-q')
    writeFileSync(path.join(folder, 'a'), '1')
    git('add', 'a')
    git('commit', '-qm', 'a')
    const clean = buildInfo(folder, {})
    expect(clean).toEqual({ version: '0.1.0', commit: clean.commit, built_at: '2026-11-25T22:10:31.000Z' })
    expect(clean.commit).toMatch(/^[0-9a-f]{12}$/)
    writeFileSync(path.join(folder, 'a'), '2')
    const changed = buildInfo(folder, { SOURCE_DATE_EPOCH: '1' })
    expect(changed).toMatchObject({
      commit: `${String(clean.commit)}-dirty`,
      built_at: '1970-01-01T00:00:01.000Z',
    })
  })
})
