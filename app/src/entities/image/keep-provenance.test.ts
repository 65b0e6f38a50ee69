import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'

import { keepProvenance } from './keep-provenance.ts'

const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia"/></rdf:RDF></x:xmpmeta>'
const picture = () => sharp({ create: { width: 33, height: 21, channels: 3, background: '#a63' } })
const blobOf = async (image: Sharp, type: string) => new Blob([new Uint8Array(await image.toBuffer())], { type })

test.each(['jpeg', 'png'] as const)(
  'a picture saved as %s says how it was made, and is the same picture',
  async (format) => {
    const stored = await blobOf(picture().withXmp(xmp).webp(), 'image/webp')
    const converted = await blobOf(picture().toFormat(format), `image/${format}`)
    const saved = await keepProvenance(stored, converted)
    const bytes = Buffer.from(await saved.arrayBuffer())
    const told = await sharp(bytes, { failOn: 'warning' }).metadata()
    expect(told).toMatchObject({ format, width: 33, height: 21, xmpAsString: xmp })
    const pixels = async (file: Blob) =>
      await sharp(Buffer.from(await file.arrayBuffer()))
        .raw()
        .toBuffer()
    expect((await pixels(saved)).equals(await pixels(converted))).toBe(true)
  },
)

test('a picture that says nothing is left as it is', async () => {
  const converted = await blobOf(picture().jpeg(), 'image/jpeg')
  expect(await keepProvenance(await blobOf(picture().webp(), 'image/webp'), converted)).toBe(converted)
})
