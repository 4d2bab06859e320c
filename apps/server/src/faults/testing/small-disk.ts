import { spawnSync } from 'node:child_process'
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/** A file system of its own, small enough to be filled. */
export interface SmallDisk {
  /** Where it is mounted. */
  path: string
  /** Takes all room that is left. */
  fill(): void
  /** Gives back what `fill` took. */
  makeRoom(): void
  /** Does what the kernel does after an error of the disk: from now on it is only read. */
  failToReadOnly(): void
  /** Mounts it again, repaired as at the next start of the machine. Nobody may use it. */
  remount(): void
  remove(): void
}

/** What stands in the way of one on this machine; null: nothing. */
export function whyNoSmallDisk(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'a file system of its own needs Linux and root'
  try {
    makeSmallDisk(16).remove()
    return null
  } catch (error) {
    return `no file system can be mounted here (${error instanceof Error ? error.message : String(error)})`
  }
}

/** An ext4 in a file. Not below the folder for temporary files, which may be a file system in memory. */
export function makeSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync('/var/tmp/roundsman-disk-')
  const [image, path] = [join(folder, 'image'), join(folder, 'disk')]
  const ballast = join(path, 'ballast')
  const mount = () => run('mount', ['-o', 'loop,errors=remount-ro', image, path])
  try {
    const file = openSync(image, 'w')
    ftruncateSync(file, megabytes * 2 ** 20)
    closeSync(file)
    mkdirSync(path)
    run('mkfs.ext4', ['-q', '-m', '0', image])
    mount()
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return {
    path,
    fill() {
      const file = openSync(ballast, 'w')
      // The last ones byte by byte of a block: what is left then is less than anybody needs.
      for (const size of [2 ** 20, 2 ** 12]) writeUntilFull(file, Buffer.alloc(size, 1))
      closeSync(file)
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    failToReadOnly() {
      const device = run('findmnt', ['-no', 'SOURCE', path]).trim().replace('/dev/', '')
      writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, 'a fault of a test')
      if (
        !/\bro\b/.test(
          readFileSync('/proc/mounts', 'utf8')
            .split('\n')
            .find((line) => line.includes(path)) ?? '',
        )
      )
        throw new Error(`${path} can still be written`)
    },
    remount() {
      run('umount', [path])
      // 1: what was wrong was repaired.
      run('e2fsck', ['-p', image], [0, 1])
      mount()
    },
    remove() {
      spawnSync('umount', ['-l', path])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function writeUntilFull(file: number, bytes: Buffer): void {
  for (;;) {
    try {
      writeSync(file, bytes)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return
      throw error
    }
  }
}

function run(command: string, args: readonly string[], good: readonly number[] = [0]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (error) throw error
  if (!good.includes(status ?? -1)) throw new Error(`${command} failed: ${stderr.trim()}`)
  return stdout
}
