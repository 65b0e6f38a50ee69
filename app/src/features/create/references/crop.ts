/** Which part of a picture is kept: pure arithmetic, and the canvas that carries it out. */

export interface Size {
  width: number
  height: number
}

export interface Crop {
  /** Width by height; `null` keeps the whole picture. */
  ratio: number | null
  /** 1 fills the frame, more looks closer. */
  zoom: number
  /** The middle of what is kept, 0 to 1. */
  x: number
  y: number
  /** Quarters to the right. */
  turns: number
}

export interface Rectangle extends Size {
  left: number
  top: number
}

export const wholePicture: Crop = { ratio: null, zoom: 1, x: 0.5, y: 0.5, turns: 0 }

const jpegQuality = 0.92

/** What is kept of a picture of this size (after turning), never beyond its edges. */
export function keptPart(size: Size, { ratio, zoom, x, y }: Crop): Rectangle {
  const wanted = ratio ?? size.width / size.height
  const width = Math.min(size.width, size.height * wanted) / zoom
  const height = width / wanted
  return {
    left: clamp(x * size.width - width / 2, size.width - width),
    top: clamp(y * size.height - height / 2, size.height - height),
    width,
    height,
  }
}

/** The middle that stays inside, so that a drag does not run on beyond the edge. */
export function withinPicture(size: Size, crop: Crop): Crop {
  const kept = keptPart(size, crop)
  return { ...crop, x: (kept.left + kept.width / 2) / size.width, y: (kept.top + kept.height / 2) / size.height }
}

export function turned(size: Size, turns: number): Size {
  return turns % 2 === 0 ? size : { width: size.height, height: size.width }
}

export function isWhole({ ratio, zoom, turns }: Crop): boolean {
  return ratio === null && zoom === 1 && turns % 4 === 0
}

/** The kept part as a JPG. */
export async function cropPicture(file: Blob, crop: Crop): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const size = turned(picture, crop.turns)
  const kept = keptPart(size, crop)
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(kept.width)), Math.max(1, Math.round(kept.height)))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.translate(-kept.left, -kept.top)
  context.translate(size.width / 2, size.height / 2)
  context.rotate((crop.turns * Math.PI) / 2)
  context.drawImage(picture, -picture.width / 2, -picture.height / 2)
  picture.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality })
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(0, value), Math.max(0, most))
}
