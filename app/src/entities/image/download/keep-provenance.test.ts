import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'

import { keepProvenance } from './keep-provenance.ts'

const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia"/></rdf:RDF></x:xmpmeta>'
const picture = (alpha = 1) =>
  sharp({ create: { width: 33, height: 21, channels: 4, background: { r: 160, g: 50, b: 20, alpha } } })
const blobOf = async (image: Sharp, type: string) => new Blob([new Uint8Array(await image.toBuffer())], { type })
const bytesOf = async (file: Blob) => Buffer.from(await file.arrayBuffer())
const told = async (file: Blob) => await sharp(await bytesOf(file), { failOn: 'warning' }).metadata()
const pixels = async (file: Blob) =>
  await sharp(await bytesOf(file))
    .raw()
    .toBuffer()

test.each([
  ['jpeg', picture().jpeg()],
  ['png', picture().png()],
  ['webp', picture().removeAlpha().webp()],
  ['webp', picture(0.5).webp()],
  ['webp', picture(0.5).webp({ lossless: true })],
  ['webp', picture().removeAlpha().webp({ lossless: true })],
  ['webp', picture().withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').webp()],
] as const)('a picture saved as %s says how it was made, and is the same picture (%#)', async (format, image) => {
  const stored = await blobOf(picture().withXmp(xmp).webp(), 'image/webp')
  const converted = await blobOf(image, `image/${format}`)
  const saved = await keepProvenance(stored, converted)
  const { hasAlpha } = await told(converted)
  expect(await told(saved)).toMatchObject({ format, width: 33, height: 21, hasAlpha, xmpAsString: xmp })
  expect((await pixels(saved)).equals(await pixels(converted))).toBe(true)
})

test.each(['jpeg', 'png', 'webp'] as const)('the prompt stands in a %s beside how it was made', async (format) => {
  const stored = await blobOf(picture().withXmp(xmp).webp(), 'image/webp')
  const converted = await blobOf(picture().toFormat(format), `image/${format}`)
  const { xmpAsString } = await told(await keepProvenance(stored, converted, 'Un <masque> & $& deux\u0001 pirogues'))
  expect(xmpAsString).toContain('digitalsourcetype/algorithmicMedia')
  expect(xmpAsString).toContain(
    '<Iptc4xmpExt:AIPromptInformation>Un &lt;masque&gt; &amp; $&amp; deux pirogues</Iptc4xmpExt:AIPromptInformation></rdf:Description></rdf:RDF>',
  )
})

test('a picture that says nothing is left as it is, and says the prompt alone where it is wished', async () => {
  const silent = await blobOf(picture().webp(), 'image/webp')
  const converted = await blobOf(picture().jpeg(), 'image/jpeg')
  expect(await keepProvenance(silent, converted)).toBe(converted)
  const { xmpAsString } = await told(await keepProvenance(silent, silent, 'Deux pirogues'))
  expect(xmpAsString).toContain('>Deux pirogues<')
  expect(xmpAsString).not.toContain('DigitalSourceType')
})
