import { keptPart, turned, type Crop } from '#ui/picture/crop.ts'

const jpegQuality = 0.92

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
