import sharp from 'sharp'
import { expect, test } from 'vitest'

import { colourName } from '../rules/colour-names.ts'
import { coloursOf, describePicture } from '../rules/describe-picture.ts'
import look, { type PictureFigures } from './image-worker.ts'

async function figuresOf(file: Uint8Array): Promise<PictureFigures> {
  const reply = await look({ file, copySide: null })
  if ('look' in reply) return reply.look.figures
  throw new Error(reply.problem)
}

const drawn = (svg: string, width = 400, height = 300) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${svg}</svg>`))
    .png()
    .toBuffer()
const flat = (colour: string, width?: number, height?: number) =>
  drawn(`<rect width="100%" height="100%" fill="${colour}"/>`, width, height)

test('black, white and one colour', async () => {
  const [black, white, red] = await Promise.all(
    [flat('#000'), flat('#fff'), flat('#c8302a')].map(async (file) => figuresOf(await file)),
  )
  expect(black).toMatchObject({
    brightness: 0,
    contrast: 0,
    colourfulness: 0,
    edge_density: 0,
    focus: { x: 0.5, y: 0.5 },
  })
  expect(white?.brightness).toBeCloseTo(1)
  expect(red?.warmth).toBeGreaterThan(0.5)
  expect(red?.palette).toEqual([{ hex: '#c8302a', share: 1, lab: expect.any(Array) }])
})

test('where the details are, and whether one half mirrors the other', async () => {
  const left = await figuresOf(
    await drawn('<rect width="400" height="300" fill="#888"/><circle cx="60" cy="60" r="30" fill="#fff"/>'),
  )
  expect(left.focus.x).toBeLessThan(0.3)
  expect(left.focus.y).toBeLessThan(0.35)
  expect(left.energy[0]).toBeGreaterThan(0.9)
  const middle = await figuresOf(
    await drawn('<rect width="400" height="300" fill="#888"/><circle cx="200" cy="150" r="60" fill="#fff"/>'),
  )
  expect(middle.symmetry).toBeGreaterThan(0.9)
  expect(left.symmetry).toBeLessThan(middle.symmetry)
})

test('a blurred picture is less sharp', async () => {
  const file = await drawn(
    '<rect width="400" height="300"/>' +
      Array.from({ length: 40 }, (_, at) => `<rect x="${at * 10}" width="5" height="300" fill="#fff"/>`).join(''),
  )
  const blurred = await sharp(file).blur(12).png().toBuffer()
  expect((await figuresOf(blurred)).sharpness).toBeLessThan((await figuresOf(file)).sharpness / 10)
})

test('a turned photo is measured as it is seen', async () => {
  const file = await sharp(await flat('#888', 400, 200))
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  expect(await figuresOf(file)).toMatchObject({ width: 200, height: 400, orientation: 'portrait', format: 'jpeg' })
})

test('shares of the palette, the largest first, with the names of both languages', async () => {
  const file = await drawn(
    '<rect width="400" height="300" fill="#2fb0a6"/><rect width="100" height="300" fill="#141414"/>',
  )
  const figures = await figuresOf(file)
  expect(coloursOf(figures, 'fr')).toEqual(['turquoise', 'noir'])
  expect(coloursOf(figures, 'en')).toEqual(['turquoise', 'black'])
  expect(figures.palette.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 1)
})

test('the sentence of a picture', async () => {
  const file = await drawn(
    '<rect width="960" height="960" fill="#2fb0a6"/><circle cx="480" cy="480" r="200" fill="#ee8a2a"/>',
    960,
    960,
  )
  const figures = await figuresOf(file)
  expect(describePicture(figures, 'fr')).toBe(
    'Image carrée (960 × 960), de luminosité moyenne, peu contrastée, très colorée, dominantes froides (turquoise et orange). Composition épurée et symétrique, masse principale centrée.',
  )
  expect(describePicture(figures, 'en')).toBe(
    'Square image (960 × 960), of medium brightness, low in contrast, very colourful, mostly cold (turquoise and orange). Composition uncluttered and symmetric, main mass centred.',
  )
})

test.each([
  ['#305a7d', 'bleu pétrole', 'petrol blue'],
  ['#4a4a4a', 'gris foncé', 'dark grey'],
  ['#f2e6cc', 'crème', 'cream'],
  ['#1f4a35', 'vert sapin', 'pine green'],
])('%s is called %s', async (hex, fr, en) => {
  const [entry] = (await figuresOf(await flat(hex))).palette
  expect(entry && [colourName(entry.lab, 'fr'), colourName(entry.lab, 'en')]).toEqual([fr, en])
})

test('a copy for a model that sees is small, and says nothing of where it was taken', async () => {
  const file = await sharp(await flat('#888', 3000, 2000))
    .jpeg()
    .withExif({ IFD0: { Artist: 'Awa' } })
    .toBuffer()
  const reply = await look({ file, copySide: 1024 })
  const copy = 'look' in reply ? reply.look.copy : null
  const { width, height, format, exif } = await sharp(copy ?? Buffer.alloc(0)).metadata()
  expect({ width, height, format, exif }).toEqual({ width: 1024, height: 683, format: 'jpeg', exif: undefined })
})

test('what is no picture, and what is too much of one, is said to be so', async () => {
  const bomb = await sharp({ create: { width: 8000, height: 5001, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  expect(await look({ file: Buffer.from('no picture'), copySide: null })).toEqual({ problem: 'reference_type' })
  expect(await look({ file: bomb, copySide: null })).toEqual({ problem: 'reference_too_large' })
})
