import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { bytesOf, type Entry, inOrder } from './entries.ts'

/** What an archive is told by: SHA-256 of its bytes before and after they were compressed, as hex. */
interface Written {
  tar: string
  file: string
  bytes: number
}

/**
 * Writes a tar file, compressed unless told otherwise, whose bytes follow from its entries alone: in the order of their
 * names, all of one time.
 * @param at seconds since 1970
 */
export async function writeArchive(
  file: string,
  entries: readonly Entry[],
  { at, compressed = true }: { at: number; compressed?: boolean },
): Promise<Written> {
  const tar = counted()
  const whole = counted()
  const archive = pack()
  const done = compressed
    ? // The level of `gzip` itself: the next ones take twice the time for one byte in a hundred.
      pipeline(archive, tar.through, createGzip({ level: 6 }), whole.through, createWriteStream(file))
    : pipeline(archive, tar.through, whole.through, createWriteStream(file))
  for (const entry of inOrder(entries)) await add(entry)
  archive.finalize()
  await done
  return { tar: tar.hash.digest('hex'), file: whole.hash.digest('hex'), bytes: whole.bytes() }

  function add(entry: Entry): Promise<void> {
    const { content, name, mode, owner = 0 } = entry
    const common = { name, mode, uid: owner, gid: owner, uname: '', gname: '', mtime: new Date(at * 1000) }
    return new Promise((resolve, reject) => {
      const added = (error?: Error | null) => (error ? reject(error) : resolve())
      if (content === 'folder') archive.entry({ ...common, type: 'directory' }, added)
      else if ('link' in content) archive.entry({ ...common, type: 'symlink', linkname: content.link }, added)
      else archive.entry({ ...common, type: 'file' }, bytesOf(entry), added)
    })
  }
}

/** A stream that hands on what it is given, and knows its hash and its length. */
function counted(): { through: Transform; hash: Hash; bytes: () => number } {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { through, hash, bytes: () => bytes }
}
