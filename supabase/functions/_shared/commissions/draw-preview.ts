/** The preview of a final: small, with the order's number all over it, and nothing of the file's own metadata. */
import { fileURLToPath } from 'node:url'

import { sharp } from '../image-engines/pictures/decoder.ts'

const side = 1024
const mostPixels = 100_000_000

/** @throws for what is no whole picture */
export async function drawPreview(file: Uint8Array, order: number, font: URL): Promise<Buffer> {
  const words = `Aperçu · commande ${order}`
  const small = await sharp(file, { limitInputPixels: mostPixels })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .png()
    .toBuffer({ resolveWithObject: true })
  const marks = await sheetOf(await markOf(words, fileURLToPath(font)), small.info)
  return sharp(small.data)
    .composite([{ input: marks }])
    .withExif({ IFD0: { Copyright: `Cortexia, ${words}` } })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** Dark under light, so that it is read on every ground. */
async function markOf(words: string, font: string): Promise<Buffer> {
  const letters = async (colour: string) =>
    sharp({
      text: {
        text: `<span foreground="${colour}" alpha="60%">${words}</span>`,
        font: 'sans 22',
        fontfile: font,
        rgba: true,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
  const [dark, light] = await Promise.all([letters('#000000'), letters('#ffffff')])
  const { width, height } = light.info
  return sharp({ create: { width: width + 2, height: height + 2, channels: 4, background: '#00000000' } })
    .composite([
      { input: dark.data, left: 2, top: 2 },
      { input: light.data, left: 0, top: 0 },
    ])
    .png()
    .toBuffer()
}

async function sheetOf(mark: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const turned = await sharp(mark).rotate(-30, { background: '#00000000' }).png().toBuffer({ resolveWithObject: true })
  const [across, down] = [turned.info.width, Math.ceil(turned.info.height * 0.7)]
  const places = Array.from({ length: Math.ceil(height / down) * Math.ceil(width / across) }, (_, place) => ({
    left: (place % Math.ceil(width / across)) * across,
    top: Math.floor(place / Math.ceil(width / across)) * down,
  }))
  const large = { width: width + across * 2, height: height + turned.info.height * 2 }
  const sheet = await sharp({ create: { ...large, channels: 4, background: '#00000000' } })
    .composite(places.map(({ left, top }) => ({ input: turned.data, left, top })))
    .png()
    .toBuffer()
  return sharp(sheet).extract({ left: 0, top: 0, width, height }).png().toBuffer()
}
