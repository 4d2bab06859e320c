import sharp from 'sharp'
import { createGate } from './gate.ts'

/** One width of a square picture. */
export interface Picture {
  width: number
  webp: Buffer
}

/** Beyond what phones take; an interlaced PNG of this size is 200 MB of memory while it is read. */
const mostPixels = 50_000_000
const quality = 75
/** Formats of photographs and drawings only: no SVG, PDF or the like, which are programs or name other files. */
const readers = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif']

let prepared = false
function prepare(): void {
  if (prepared) return
  prepared = true
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: readers.map((name) => `VipsForeignLoad${name}Buffer`) })
  sharp.concurrency(1)
  sharp.cache(false)
}

const gate = createGate(1, 20)

/**
 * A square of the picture's middle in every width that is asked for, as WebP without anything else that was in the
 * file. Null if the file is no picture of a format that is taken, is broken, or is too large when unpacked.
 * @throws GateFullError while too many pictures wait
 */
export function encodePicture(file: Uint8Array, widths: readonly number[]): Promise<Picture[] | null> {
  prepare()
  return gate(async () => {
    const square = await readSquare(file, Math.max(...widths))
    if (!square) return null
    const pictures: Picture[] = []
    for (const width of widths) {
      const webp = await sharp(square.data, { raw: square.info })
        .resize(width, width)
        .webp({ quality })
        .toBuffer()
      pictures.push({ width, webp })
    }
    return pictures
  })
}

/** Decoded once, turned upright as the camera said. */
async function readSquare(
  file: Uint8Array,
  side: number,
): Promise<{ data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } } | null> {
  try {
    const { data, info } = await sharp(file, {
      limitInputPixels: mostPixels,
      failOn: 'error',
      autoOrient: true,
    })
      .timeout({ seconds: 10 })
      .resize(side, side, { fit: 'cover' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    return { data, info: { width, height, channels } }
  } catch {
    return null
  }
}
