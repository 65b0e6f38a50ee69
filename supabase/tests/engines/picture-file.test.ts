import sharp from 'sharp'
import { expect, test } from 'vitest'

import { toPictureFile } from '../../functions/_shared/image-engines/pictures/picture-file.ts'
import { noise, pngOf } from './pictures.ts'

const png = await pngOf(120, 80)

test.each([
  [true, 'trainedAlgorithmicMedia'],
  [false, 'algorithmicMedia'],
])('neural %s: WebP in sRGB that says %s and nothing else of how it was made', async (isNeural, source) => {
  const told = await noise(120, 80)
    .withExif({ IFD0: { ImageDescription: 'a secret prompt', Software: 'ComfyUI' } })
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  const picture = await toPictureFile(told, isNeural, 'flux-1"><x')
  expect(picture).toMatchObject({ type: 'image/webp', width: 120, height: 80 })
  const { format, space, exif, icc, xmp } = await sharp(picture.file).metadata()
  expect({ format, space, exif, icc }).toEqual({ format: 'webp', space: 'srgb', exif: undefined, icc: undefined })
  expect(xmp?.toString()).toContain(`/digitalsourcetype/${source}"`)
  expect(xmp?.toString()).toContain('xmp:CreatorTool="Cortexia (flux-1x)"')
  expect(xmp?.toString()).toMatch(/xmp:CreateDate="\d{4}-\d\d-\d\d" photoshop:Credit="Cortexia"/)
  expect(Buffer.from(picture.file).toString('latin1')).not.toMatch(/secret|ComfyUI/)
  expect(Buffer.from(picture.thumbhash, 'base64').length).toBeGreaterThan(10)
})

test('a picture that lies on its side stands up', async () => {
  const lying = await noise(120, 80).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(await toPictureFile(lying, true)).toMatchObject({ width: 80, height: 120 })
})

test.each([
  ['no bytes', async () => Buffer.alloc(0), 'empty_result'],
  ['one flat colour', async () => sharp({ create: { width: 64, height: 64, channels: 3, background: '#000' } }).png().toBuffer(), 'empty_result'],
  ['half a file', async () => png.subarray(0, png.length / 2), 'engine_failed'],
  ['a page of HTML', async () => Buffer.from('<html>502 Bad Gateway</html>'), 'engine_failed'],
  ['a drawing that would be run', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'engine_failed'],
  ['a signature without a picture', async () => Buffer.from('89504e470d0a1a0a00000000', 'hex'), 'engine_failed'],
  ['more pixels than any engine makes', async () => sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#123' } }).png().toBuffer(), 'engine_failed'],
] as const)('%s', async (_, file, problem) => {
  await expect(toPictureFile(await file(), true)).rejects.toMatchObject({ name: 'EngineError', problem })
}) // prettier-ignore

test('the built-in engine may paint one flat colour', async () => {
  const flat = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#036' } })
    .png()
    .toBuffer()
  expect(await toPictureFile(flat, false)).toMatchObject({ width: 64 })
})
