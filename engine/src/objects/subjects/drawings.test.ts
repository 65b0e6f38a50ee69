import { readFile } from 'node:fs/promises'

import sharp from 'sharp'
import { expect, it, vi } from 'vitest'

import { wholeBody } from '../../../../tools/subjects/own/bodies.ts'
import { OURS } from '../../../../tools/subjects/own/ours.ts'
import { fromHex } from '../../core/colour.ts'
import { SUBJECTS } from '../../subjects/registry.ts'
import { AS_THEY_ARE } from '../../subjects/traits.ts'
import { recolourOf } from './draw-subject.ts'
import { drawingOf, drawnIds } from './drawing-store.ts'
import './drawings.ts'
import { rasterise, type Sprite } from './rasterise.ts'

vi.setConfig({ testTimeout: 120_000 })

const SIDE = 128
const icons = JSON.parse(
  await readFile(new URL('../../../../node_modules/@iconify-json/noto/icons.json', import.meta.url), 'utf8'),
).icons as Readonly<Record<string, { readonly body: string }>>

const own = new Map(OURS.map((one) => [one.name, wholeBody(one, icons)]))

async function reference(id: string): Promise<Buffer> {
  const dark = /^(man|person|woman)-(bald|beard|curly-hair|white-hair)$/.exec(id)
  const name = dark ? `${dark[1]}-dark-skin-tone-${dark[2]}` : `${id}-dark-skin-tone`
  const body = own.get(id) ?? (icons[name] ?? icons[id])!.body
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 128 128" width="${SIDE}" height="${SIDE}">${body}</svg>`
  return await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer()
}

/** Mean difference over the channels of what either paints, both laid on white. */
function difference(sprite: Sprite, wanted: Buffer): number {
  let sum = 0
  let count = 0
  for (let i = 0; i < SIDE * SIDE; i++) {
    const a = sprite.alpha[i]!
    const b = wanted[i * 4 + 3]! / 255
    if (a < 0.02 && b < 0.02) continue
    count++
    for (const [k, plane] of [sprite.r, sprite.g, sprite.b].entries())
      sum += Math.abs(plane[i]! * a + 1 - a - ((wanted[i * 4 + k]! / 255) * b + 1 - b))
  }
  return sum / 3 / Math.max(1, count)
}

// The reference rounds each of its thirty transparent layers to 8 bits.
const ROUNDED: ReadonlySet<string> = new Set(['lizard'])

it('draws every shipped drawing as the reference renderer does, within 1 % on average', async () => {
  const frame = { scale: SIDE / 128, left: 0, top: 0, width: SIDE, height: SIDE }
  const wrong: string[] = []
  for (const id of drawnIds()) {
    const error = difference(rasterise(drawingOf(id), frame), await reference(id))
    if (!(error <= (ROUNDED.has(id) ? 0.015 : 0.01))) wrong.push(`${id} ${error.toFixed(3)}`)
  }
  expect(wrong).toEqual([])
})

/** Of what is painted, how much is another one in red than in blue. */
function dyedShare(id: string): number {
  const size = { scale: 0.375, left: 0, top: 0, width: 48, height: 48 }
  const [red, blue] = ['#c62f2f', '#2f5fc6'].map((colour) =>
    rasterise(drawingOf(id), size, recolourOf(id, { colour: fromHex(colour), tone: 'dark' })),
  ) as [Sprite, Sprite]
  const painted = red.alpha
    .keys()
    .filter((i) => red.alpha[i]! > 0.5)
    .toArray()
  const dyed = painted.filter((i) => Math.abs(red.r[i]! - blue.r[i]!) + Math.abs(red.b[i]! - blue.b[i]!) > 0.15)
  return dyed.length / painted.length
}

it('takes the colour that is said of it: every drawing of a thing and an animal, whatever it does', () => {
  const things = [...SUBJECTS.values()].filter(({ hasSkin, family }) => !hasSkin && family !== 'head')
  const plain = things.filter(({ id }) => !AS_THEY_ARE.has(id) && dyedShare(id) < 0.1)
  expect(plain.map(({ id }) => id)).toEqual([])
})
