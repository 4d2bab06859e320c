import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod'
import { syncPath } from '../platform/db/embedded/data-directory.ts'

/** First line of a backup. */
export const BackupHeader = z.object({
  format: z.literal('roundsman-backup'),
  version: z.literal(1),
  made_at: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Of the data directory, where it was made there: without it nothing sealed in the tables can be read. */
  secret: z.nullable(z.string()),
  /** The one before, where the backup was made while the secret was changed. */
  other_secret: z.nullish(z.string()),
})
export type BackupHeader = z.infer<typeof BackupHeader>

/** The lines between header and end: a table begins, rows of it, or a sequence. Values are PostgreSQL's own text. */
export const BackupLine = z.union([
  z.object({ table: z.string(), columns: z.array(z.object({ name: z.string(), type: z.string() })) }),
  z.object({ rows: z.array(z.array(z.nullable(z.string()))) }),
  z.object({ sequence: z.string(), last_value: z.string(), is_called: z.boolean() }),
])
export type BackupLine = z.infer<typeof BackupLine>

/** Last line; says that the file is whole. */
const BackupEnd = z.object({ end: z.object({ lines: z.int(), sha256: z.string() }) })

/** Writes the lines compressed under another name, and gives them theirs when all of it is on the disk. */
export async function writeBackupFile(
  file: string,
  header: BackupHeader,
  lines: AsyncIterable<BackupLine>,
): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} already exists and was left as it is.`)
  const part = `${file}.part`
  rmSync(part, { force: true })
  try {
    const text = Readable.from(withEnd(header, lines))
    await pipeline(text, createGzip(), createWriteStream(part, { flags: 'wx', mode: 0o600 }))
    syncPath(part)
    if (existsSync(file)) throw new Error(`${file} already exists and was left as it is.`)
    renameSync(part, file)
    syncPath(dirname(file))
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

async function* withEnd(header: BackupHeader, lines: AsyncIterable<BackupLine>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let count = 0
  const write = (line: unknown) => {
    const text = `${JSON.stringify(line)}\n`
    hash.update(text)
    count++
    return text
  }
  yield write(header)
  for await (const line of lines) yield write(line)
  yield `${JSON.stringify({ end: { lines: count, sha256: hash.digest('hex') } })}\n`
}

/** Reads the whole file once and throws unless every byte is as it was written; gives the header. */
export async function verifyBackupFile(file: string): Promise<BackupHeader> {
  const hash = createHash('sha256')
  let header: BackupHeader | null = null
  let count = 0
  let end: z.infer<typeof BackupEnd> | null = null
  try {
    for await (const line of textLines(file)) {
      if (end) throw new Error('there is data after its end')
      if (header === null) header = BackupHeader.parse(JSON.parse(line))
      if (line.startsWith('{"end":')) {
        end = BackupEnd.parse(JSON.parse(line))
        continue
      }
      hash.update(`${line}\n`)
      count++
    }
  } catch (error) {
    throw new Error(`${file} is not a complete Roundsman backup (${firstLine(error)}).`)
  }
  if (header === null || end === null)
    throw new Error(`${file} is not a complete Roundsman backup (its end is missing).`)
  if (end.end.lines !== count || end.end.sha256 !== hash.digest('hex'))
    throw new Error(`${file} has been changed since it was made (its checksum differs).`)
  return header
}

/** The lines between header and end of a file that was verified. */
export async function* readBackupLines(file: string): AsyncGenerator<BackupLine> {
  let first = true
  for await (const line of textLines(file)) {
    if (!first && !line.startsWith('{"end":')) yield BackupLine.parse(JSON.parse(line))
    first = false
  }
}

async function* textLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const text = createGunzip()
  const failed = pipeline(source, text).catch((error: unknown) => error)
  try {
    yield* linesOf(text)
  } finally {
    source.destroy()
    text.destroy()
  }
  const error = await failed
  if (error instanceof Error) throw error
}

/** Splits at line feeds only: node:readline also splits at U+2028 and U+2029, which JSON leaves as they are. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let rest = ''
  for await (const chunk of chunks) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}

function firstLine(error: unknown): string {
  if (error instanceof z.ZodError) return 'its lines are of another format'
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
