import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { bomb, picture, plain } from '../../testing/pictures.ts'
import { toConfig } from '../config.ts'
import { ImageError, openImage } from './decode.ts'
import { dominantColor, measureImage } from './measure.ts'

const { images } = toConfig()
const open = (bytes: Buffer) => openImage(bytes, images)

test.each([
  [65_500, 65_500],
  [8_193, 1],
  [1, 8_193],
  [6_500, 6_500],
])('a header of %i × %i is judged before anything is decoded', async (width, height) => {
  const before = process.memoryUsage().rss
  await expect(open(bomb(width, Math.min(height, 9_000)))).rejects.toMatchObject({ reason: 'size' })
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
})

test('frames are counted', async () => {
  const frames = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      plain(4, 4, `rgb(${index * 20}, 0, 0)`)
        .png()
        .toBuffer(),
    ),
  )
  const film = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  await expect(openImage(film, { ...images, maximumFrames: 10 })).rejects.toThrow('12 frames')
  expect((await open(film)).size).toEqual({ width: 4, height: 4 })
})

test.each([
  Buffer.alloc(0),
  Buffer.from('text'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
])('what is no picture is said to be none', async (bytes) => {
  await expect(open(bytes)).rejects.toMatchObject({ reason: 'unreadable' })
})

test('a picture whose pixels are damaged is found out when it is measured', async () => {
  const file = await picture(300, 300).png().toBuffer()
  file.fill(0x55, file.length - 4_000, file.length - 100)
  const image = await open(file)
  await expect(measureImage(image)).rejects.toThrow(ImageError)
})

test('the main colour is the one that most of the picture has', () => {
  const pixel = (...rgba: number[]) => rgba
  const pixels = [...pixel(250, 0, 0, 255), ...pixel(0, 0, 248, 255), ...pixel(0, 0, 250, 255), ...pixel(0, 255, 0, 10)]
  expect(dominantColor(Uint8Array.from(pixels))).toBe('#0000f9')
  expect(dominantColor(new Uint8Array(8))).toBe('#000000')
})

// In a process of its own: this one has the library already.
test('a library that could not be loaded is loaded with the next picture', async () => {
  const file = await picture(3, 2).png().toBuffer()
  const program = `
    import { openImage } from ${JSON.stringify(new URL('decode.ts', import.meta.url).href)}
    import { toConfig } from ${JSON.stringify(new URL('../config.ts', import.meta.url).href)}
    const open = () => openImage(Buffer.from('${file.toString('base64')}', 'base64'), toConfig().images)
    const load = process.dlopen
    process.dlopen = () => { throw new Error('no memory') }
    const refused = await open().then(() => 'opened', ({ message }) => message)
    process.dlopen = load
    const { size } = await open()
    console.log(JSON.stringify({ isRefused: refused.includes('no memory'), size }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  expect(JSON.parse(stdout)).toEqual({ isRefused: true, size: { width: 3, height: 2 } })
})
