/** The largest file that is opened: photos of today's cameras, but no film. */
export const pictureMaxBytes = 25 * 1024 * 1024

/** Longer sides are made this long at once: nobody needs more, and phones have little memory for canvases. */
const workSide = 2_048
/** Twice the largest width that the server makes of it. */
const cutSide = 768
const quality = 0.92

/** A part of a picture in its own pixels. */
export interface PictureArea {
  x: number
  y: number
  width: number
  height: number
}

/** A picture that was opened: upright, and with nothing of its file but the picture. */
export interface Picture {
  url: string
  canvas: HTMLCanvasElement
}

/** Opens a file; null if the browser finds no picture in it. */
export async function openPicture(file: Blob): Promise<Picture | null> {
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, workSide / Math.max(bitmap.width, bitmap.height))
    const canvas = canvasOf(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
    drawOn(canvas, bitmap, { x: 0, y: 0, width: bitmap.width, height: bitmap.height })
    bitmap.close()
    // A data: address, for the policy of pages (CSP) knows no blob: ones.
    return { url: canvas.toDataURL('image/webp', quality), canvas }
  } catch {
    return null
  }
}

/** Cuts a square out as a file of its own. Browsers that do not write WebP write PNG. */
export async function cutPicture({ canvas }: Picture, area: PictureArea): Promise<Blob> {
  const side = Math.max(1, Math.min(cutSide, Math.round(area.width)))
  const cut = canvasOf(side, side)
  drawOn(cut, canvas, area)
  return new Promise((resolve, reject) =>
    cut.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser wrote no picture.'))),
      'image/webp',
      quality,
    ),
  )
}

/** Draws a part of one picture over the whole of another. */
export function drawOn(target: HTMLCanvasElement, source: CanvasImageSource, area: PictureArea): void {
  const context = target.getContext('2d')
  if (!context) throw new Error('The browser gives no canvas.')
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, target.width, target.height)
  context.drawImage(source, area.x, area.y, area.width, area.height, 0, 0, target.width, target.height)
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, width)
  canvas.height = Math.max(1, height)
  return canvas
}
