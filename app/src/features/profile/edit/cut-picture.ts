/** From the part of a picture that somebody chose to a small file, without the metadata of the original. */
import type { Rectangle } from '#ui/picture/crop.ts'

import { shapes, type Shape } from './picture-shapes.ts'

const quality = 0.86

export interface CutPicture {
  file: Blob
  /** The same as an address, to be shown before it is stored. */
  preview: string
}

export async function cutPicture(
  picture: CanvasImageSource,
  { left, top, width, height }: Rectangle,
  shape: Shape,
): Promise<CutPicture> {
  const canvas = document.createElement('canvas')
  canvas.width = shapes[shape].width
  canvas.height = shapes[shape].height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height)
  const webp = await encode(canvas, 'image/webp')
  // Safari answers PNG where it cannot encode WebP.
  const file = webp.type === 'image/webp' ? webp : await encode(canvas, 'image/jpeg')
  return { file, preview: canvas.toDataURL(file.type, quality) }
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Nothing was encoded'))), type, quality)
  })
}
