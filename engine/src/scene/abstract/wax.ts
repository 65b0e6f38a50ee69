import { fromHex, fromHexes, lighten, type Rgb } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import { Noise } from '../../core/noise.ts'
import type { Random } from '../../core/random.ts'
import { disc, fill } from '../../core/raster.ts'
import { smoothstep, TAU } from '../../core/scalar.ts'
import { ellipse } from '../../core/shapes.ts'
import { aspectOf } from '../../objects/subjects/draw-subject.ts'
import { printed, stampPrint } from '../../objects/subjects/print.ts'
import type { Scene } from '../scene.ts'
import { namedColours } from './abstract-palette.ts'

/** ground, first, second, light, outline */
type ClothColours = readonly [Rgb, Rgb, Rgb, Rgb, Rgb]

const CLOTHS = [
  fromHexes('#0f4c81', '#f2a71b', '#d7263d', '#f7efe0', '#14213d'),
  fromHexes('#1b7f5c', '#f4c430', '#c8102e', '#fff4df', '#1a1a1a'),
  fromHexes('#6a1b6f', '#f08a24', '#f6d55c', '#fdf3e3', '#20123a'),
  fromHexes('#b8361f', '#f2b632', '#1f6f78', '#fbf0dc', '#1c1420'),
] as unknown as readonly ClothColours[]
const CREAM = fromHex('#f7efe0')
const OUTLINE = fromHex('#1b1a2e')
const SHAPE = { label: Label.subject }

interface Motif {
  readonly frame: Frame
  readonly colours: ClothColours
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** Row step in cells: close enough that the cloth is full. */
const MOTIFS = [
  { paintMotif: paintSun, rowStep: 0.87 },
  { paintMotif: paintFlower, rowStep: 0.87 },
  { paintMotif: paintArches, rowStep: 0.62 },
  { paintMotif: paintEye, rowStep: 0.58 },
]

const FLOWERED = { paintMotif: paintFlower, rowStep: 0.87 }

/** What the words want printed: birds, fish, hearts, in the few inks of the cloth, each turned to the next. */
function printOf(scene: Scene, colours: ClothColours, cell: number) {
  const [asked] = scene.spec.subjects
  if (!asked || asked.figure) return null
  const height = Math.min(cell * 0.66, (cell * 0.74) / aspectOf(asked.subject))
  const print = printed(asked.subject, height, colours)
  let count = 0
  const paintMotif = ({ frame, x, y, radius }: Motif) => {
    disc(frame, [x, y, radius * 1.02], colours[4], SHAPE)
    disc(frame, [x, y, radius * 0.97], colours[count % 2 === 0 ? 1 : 2], SHAPE)
    disc(frame, [x, y, radius * 0.88], colours[3], SHAPE)
    stampPrint(frame, print, { x, y, isTurned: count % 2 === 1 })
    count++
  }
  return { paintMotif, rowStep: 0.9 }
}

/** African wax print: a dotted ground, one motif in half-drop repeat, the crackle of the wax. */
export function composeWax(scene: Scene): void {
  const { frame } = scene
  const random = scene.random.fork('wax')
  const colours = clothColours(namedColours(scene), random)
  const cell = frame.shortSide / random.pick([3, 4])
  const drawn = random.pick(MOTIFS)
  const printed = printOf(scene, colours, cell)
  const { paintMotif, rowStep } = printed ?? (scene.spec.elements.has('flowers') ? FLOWERED : drawn)
  paintGround(frame, colours[0], cell / 11)
  const columns = Math.ceil(frame.width / cell) + 1
  const rows = Math.ceil(frame.height / (cell * rowStep)) + 1
  for (let row = -1; row <= rows; row++) {
    for (let column = -1; column <= columns; column++) {
      const shift = row & 1 ? 0.5 : 0
      const x = (column + shift) * cell
      paintMotif({ frame, colours, x, y: (row + 0.5) * cell * rowStep, radius: cell * 0.46 })
    }
  }
  crackle(frame, colours[4], new Noise(random))
}

function clothColours(named: readonly Rgb[], random: Random): ClothColours {
  const [first, second, third] = named
  if (!first) return random.pick(CLOTHS)
  if (!second) return [first, fromHex('#f3a51d'), lighten(first, -0.25), CREAM, OUTLINE]
  return [first, second, third ?? fromHex('#d7263d'), CREAM, OUTLINE]
}

function paintGround(frame: Frame, ground: Rgb, pitch: number): void {
  const { width, height } = frame
  const dot = lighten(ground, 0.14)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      frame.r[i] = ground[0]
      frame.g[i] = ground[1]
      frame.b[i] = ground[2]
      const column = Math.floor(x / pitch)
      const u = x / pitch - column - 0.5
      const down = y / pitch + (column & 1) * 0.5
      const v = down - Math.floor(down) - 0.5
      const alpha = smoothstep(0.24, 0.16, Math.sqrt(u * u + v * v)) * 0.8
      if (alpha > 0) frame.blend(i, dot, alpha)
    }
  }
}

function ring({ frame, colours, x, y, radius }: Motif, share: number, colour: 0 | 1 | 2 | 3 | 4): void {
  disc(frame, [x, y, radius * share], colours[colour], SHAPE)
}

function paintSun(motif: Motif): void {
  const { frame, colours, x, y, radius } = motif
  ring(motif, 1, 4)
  ring(motif, 0.94, 1)
  for (let k = 0; k < 24; k++) {
    const angle = (k / 24) * TAU
    const at = (turn: number, reach: number) => [
      x + Math.cos(angle + turn) * radius * reach,
      y + Math.sin(angle + turn) * radius * reach,
    ]
    fill(frame, [[...at(-0.09, 0.9), ...at(0.09, 0.9), ...at(0, 0.55)]], colours[2], SHAPE)
  }
  ring(motif, 0.56, 4)
  ring(motif, 0.5, 3)
  ring(motif, 0.34, 2)
  ring(motif, 0.22, 4)
  ring(motif, 0.12, 1)
}

function paintFlower(motif: Motif): void {
  const { frame, colours, x, y, radius } = motif
  for (let k = 0; k < 8; k++) {
    const angle = (k / 8) * TAU
    const petal = (reach: number, length: number, width: number) =>
      ellipse(
        [x + Math.cos(angle) * radius * reach, y + Math.sin(angle) * radius * reach],
        [radius * length, radius * width],
        angle,
        24,
      )
    fill(frame, [petal(0.52, 0.5, 0.2)], colours[4], SHAPE)
    fill(frame, [petal(0.52, 0.44, 0.155)], colours[k % 2 === 1 ? 1 : 2], SHAPE)
    fill(frame, [petal(0.56, 0.24, 0.05)], colours[3], SHAPE)
  }
  ring(motif, 0.22, 4)
  ring(motif, 0.17, 3)
  ring(motif, 0.09, 2)
}

const ARCHES = [4, 1, 3, 2, 4, 1] as const

function paintArches({ frame, colours, x, y, radius }: Motif): void {
  const arch = radius * 1.3
  for (let k = 6; k > 0; k--) {
    const outline: number[] = []
    for (let m = 0; m <= 24; m++) {
      const angle = Math.PI + (m / 24) * Math.PI
      outline.push(x + (Math.cos(angle) * arch * k) / 6, y + radius * 0.6 + (Math.sin(angle) * arch * 1.05 * k) / 6)
    }
    fill(frame, [outline], colours[ARCHES[k - 1]!], SHAPE)
  }
}

function paintEye(motif: Motif): void {
  const { frame, colours, x, y, radius } = motif
  const layers = [
    [1.1, 0.66, 4],
    [1.02, 0.58, 3],
    [0.84, 0.46, 2],
    [0.62, 0.34, 1],
  ] as const
  for (const [length, width, colour] of layers) {
    fill(frame, [ellipse([x, y], [radius * length, radius * width], 0, 40)], colours[colour], SHAPE)
  }
  ring(motif, 0.3, 4)
  ring(motif, 0.22, 0)
  ring(motif, 0.1, 3)
  for (let k = 0; k < 16; k++) {
    const angle = (k / 16) * TAU
    const dot = [x + Math.cos(angle) * radius * 0.93, y + Math.sin(angle) * radius * 0.52, radius * 0.03] as const
    disc(frame, dot, colours[4], SHAPE)
  }
}

function crackle(frame: Frame, outline: Rgb, noise: Noise): void {
  const { width, height } = frame
  const scale = 1 / frame.shortSide
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const u = x * scale
      const v = y * scale
      const vein = Math.abs(noise.at(u * 9 + noise.at(u * 22, v * 22) * 0.5, v * 9))
      if (vein < 0.016) frame.blend(i, outline, 0.45)
      const weave = ((x + y) & 1 ? 1.015 : 0.985) * (1 + 0.05 * noise.at(u * 5, v * 5))
      frame.r[i]! *= weave
      frame.g[i]! *= weave
      frame.b[i]! *= weave
    }
  }
}
