import { fromHex, fromHexes, type Rgb } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import { Noise } from '../../core/noise.ts'
import type { Random } from '../../core/random.ts'
import { disc, fill } from '../../core/raster.ts'
import { TAU } from '../../core/scalar.ts'
import { line } from '../../core/shapes.ts'
import type { Scene } from '../scene.ts'
import { namedColours } from './abstract-palette.ts'

const PAPER = fromHex('#f1e6d0')
const INK = fromHex('#1d1d26')
const BAUHAUS = fromHexes('#d7402b', '#1f4e8c', '#f0b429', '#1d1d26', '#2a8c7a', '#e98aa0', '#5b3a8c')
const BESIDE_NAMED = fromHexes('#1d1d26', '#e9d8b4')

interface Sheet {
  readonly frame: Frame
  readonly random: Random
  readonly colours: readonly Rgb[]
  /** The slant most shapes share. */
  readonly slant: number
}

/** Circles, triangles, bars and grids on cream paper. */
export function composeGeometry(scene: Scene): void {
  const { frame } = scene
  const random = scene.random.fork('geometry')
  const named = namedColours(scene)
  const colours = named.length > 0 ? [...named, ...BESIDE_NAMED] : BAUHAUS
  paintPaper(frame, new Noise(random))
  const sheet: Sheet = { frame, random, colours, slant: random.range(-0.9, -0.4) }
  paintTarget(sheet)
  for (let k = 0; k < 17; k++) paintShape(sheet)
  for (let k = 0; k < 15; k++) paintRule(sheet)
  for (let k = 0; k < 3; k++) paintArc(sheet)
  for (let k = 0; k < 24; k++) {
    const dot = [
      frame.width * random.next(),
      frame.height * random.next(),
      frame.shortSide * random.range(0.004, 0.013),
    ]
    disc(frame, dot as [number, number, number], random.pick(colours), { alpha: 0.95, label: Label.subject })
  }
}

function paintPaper(frame: Frame, noise: Noise): void {
  const { width, height, shortSide } = frame
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const tone =
        1 -
        0.08 * Math.hypot(x / width - 0.4, y / height - 0.4) +
        0.02 * noise.fbm((x / shortSide) * 4, (y / shortSide) * 4, 4)
      frame.r[i] = PAPER[0] * tone
      frame.g[i] = PAPER[1] * tone
      frame.b[i] = PAPER[2] * tone
    }
  }
}

function paintTarget({ frame, random, colours }: Sheet): void {
  const size = frame.shortSide
  const x = frame.width * random.range(0.55, 0.68)
  const y = frame.height * random.range(0.3, 0.42)
  disc(frame, [x, y, size * 0.24], random.pick(colours), { alpha: 0.96, label: Label.subject })
  for (let k = 4; k > 0; k--) {
    const colour = k % 2 === 1 ? PAPER : random.pick(colours)
    disc(frame, [x, y, size * 0.045 * k], colour, { alpha: 0.95, label: Label.subject })
  }
}

interface Spot {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly colour: Rgb
}

const SHAPES = [paintTriangle, paintBar, paintRings, paintHalfDisc, paintChecker]

function paintShape(sheet: Sheet): void {
  const { frame, random, colours } = sheet
  const spot: Spot = {
    x: frame.width * random.range(0.08, 0.92),
    y: frame.height * random.range(0.08, 0.92),
    colour: random.pick(colours),
    radius: frame.shortSide * random.range(0.05, 0.19),
  }
  random.pick(SHAPES)(sheet, spot)
}

function paintTriangle({ frame, random }: Sheet, { x, y, radius, colour }: Spot): void {
  const turn = random.next() * 6
  const corners = [0, 1, 2].flatMap((k) => {
    const angle = turn + (k * TAU) / 3
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius]
  })
  fill(frame, [corners], colour, { alpha: 0.86, label: Label.subject })
}

function paintBar({ frame, slant }: Sheet, { x, y, radius, colour }: Spot): void {
  const end = [x + Math.cos(slant) * radius * 4, y + Math.sin(slant) * radius * 4] as const
  fill(frame, [line([x, y, ...end], radius * 0.34, radius * 0.12)], colour, { alpha: 0.86, label: Label.subject })
}

function paintRings({ frame }: Sheet, { x, y, radius, colour }: Spot): void {
  for (let m = 3; m > 0; m--) {
    const ring = [x, y, ((radius * m) / 3) * 0.7] as const
    disc(frame, ring, m % 2 === 1 ? colour : PAPER, { alpha: 0.92, label: Label.subject })
  }
}

function paintHalfDisc({ frame, random }: Sheet, { x, y, radius, colour }: Spot): void {
  const turn = random.next() * 6
  const outline: number[] = []
  for (let m = 0; m <= 30; m++) {
    const angle = turn + (m / 30) * Math.PI
    outline.push(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius)
  }
  fill(frame, [outline], colour, { alpha: 0.88, label: Label.subject })
}

function paintChecker({ frame, slant }: Sheet, { x, y, radius, colour }: Spot): void {
  const u = Math.cos(slant) * radius * 0.22
  const v = Math.sin(slant) * radius * 0.22
  for (let cell = 0; cell < 24; cell++) {
    const m = cell % 6
    const n = Math.floor(cell / 6)
    if ((m + n) % 2 === 0) continue
    const left = x + m * u - n * v
    const top = y + m * v + n * u
    const square = [left, top, left + u, top + v, left + u - v, top + v + u, left - v, top + u]
    fill(frame, [square], colour, { alpha: 0.92, label: Label.subject })
  }
}

function paintRule({ frame, random, slant }: Sheet): void {
  const angle = slant + (random.chance(0.75) ? 0 : 1.2) + random.gauss() * 0.12
  const x = frame.width * random.next()
  const y = frame.height * random.next()
  const half = (frame.shortSide * random.range(0.25, 0.85)) / 2
  const dx = Math.cos(angle) * half
  const dy = Math.sin(angle) * half
  const rule = line(
    [x - dx, y - dy, x + dx, y + dy],
    frame.shortSide * random.range(0.002, 0.007),
    frame.shortSide * 0.002,
  )
  fill(frame, [rule], INK, { alpha: 0.95, label: Label.subject })
}

function paintArc({ frame, random }: Sheet): void {
  const x = frame.width * random.range(0.15, 0.85)
  const y = frame.height * random.range(0.15, 0.85)
  const radius = frame.shortSide * random.range(0.08, 0.25)
  const start = random.next() * 6
  const at = (m: number) => {
    const angle = start + (m / 40) * 2.2
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius] as const
  }
  for (let m = 0; m < 40; m++)
    fill(frame, [line([...at(m), ...at(m + 1)], frame.shortSide * 0.005)], INK, { alpha: 0.95 })
}
