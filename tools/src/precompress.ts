import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Below this a compressed answer saves nothing (it fits into one packet either way). */
const smallest = 1024

/** Writes `<file>.br` (level 11) and `<file>.gz` (level 9) beside each text file under a folder, index.html excepted: the server fills it in for each request. */
export function precompress(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|svg|json|map|txt|webmanifest)$/.test(name)) continue
    const file = path.join(folder, name)
    const content = readFileSync(file)
    if (content.length < smallest) continue
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    }
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}
