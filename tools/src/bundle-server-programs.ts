import { rmSync } from 'node:fs'
import path from 'node:path'
import { bundleTo, programs } from './bundle.ts'
import { openMemoryFolder } from './memory-folder.ts'
import { root } from './root.ts'

/**
 * Before the server's tests: bundles once, from the source as it stands, every program and thread that they start. From
 * the source itself each of hundreds of processes and databases would load the compiler of TypeScript and translate the
 * server again, several times what its work costs. Where nobody has run this (another program than Vitest), tests start
 * them from the source. Their temporary folders, databases most of all, lie in memory where there is room.
 */
export default async function bundleServerPrograms(): Promise<() => void> {
  const app = path.join(root, 'apps/server')
  const folder = path.join(root, `node_modules/.cache/roundsman/server-${process.pid}`)
  await bundleTo(folder, app, programs(path.join(app, 'src'), { withTesting: true }))
  process.env['TEST_SERVER_PROGRAMS'] = folder
  const memory = openMemoryFolder()
  if (memory) process.env['TMPDIR'] = memory.folder
  return () => {
    rmSync(folder, { recursive: true, force: true })
    memory?.remove()
  }
}
