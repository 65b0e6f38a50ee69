// Whoever flies or lies: drawn upright, then turned.
import { fromHex, lighten } from '../../../core/colour.ts'
import type { AskedFigure } from '../../../prompt/asked.ts'
import { createSprite } from '../rasterise.ts'
import { sample } from '../resample-sprite.ts'
import { drawDiver } from './figure-action.ts'
import { bar, type Easel, type Point, shape } from './figure-easel.ts'
import { drawStanding } from './figure-poses.ts'

interface Turn {
  /** In radians, clockwise. */
  readonly angle: number
  /** A place of the upright body, and where it is afterwards. */
  readonly from: Point
  readonly to: Point
}

/** Towards the upper right, the hands first. */
const DIVE: Turn = { angle: 1.22, from: [62, 86], to: [96, 66] }
/** On the back, the head to the left. */
const LIE: Turn = { angle: -Math.PI / 2, from: [42, 100], to: [101, 32] }

export function drawDiving(easel: Easel, figure: AskedFigure): void {
  turned(easel, DIVE, (upright) => drawDiver(upright, figure))
}

export function drawLying(easel: Easel, figure: AskedFigure): void {
  const isSlung = figure.attribute === 'hammock'
  const cloth = easel.accessoryColour ?? fromHex('#c8552f')
  if (isSlung) shape(easel, 'M-4 -2 C40 58 166 58 210 -2 C170 40 40 40 -4 -2 Z', lighten(cloth, -0.12))
  turned(easel, LIE, (upright) => drawStanding({ ...upright, isAsleep: true }, { ...figure, attribute: null }, 'lying'))
  if (!isSlung) return
  shape(easel, 'M-4 -4 C16 30 50 42 103 43 C156 42 190 30 210 -4 C190 60 150 68 103 68 C56 68 16 60 -4 -4 Z', cloth)
  shape(
    easel,
    'M6 12 C30 48 70 54 103 54.6 C140 54 176 46 200 12 C176 52 140 58 103 58 C66 58 30 54 6 12 Z',
    lighten(cloth, 0.14),
  )
  for (const x of [-6, 212]) bar(easel, [x, -10, x, 70], [5, 5], fromHex('#5e3c22'))
}

/** How far the upright one reaches around its box. */
const ROOM = { left: -30, top: -44, width: 180, height: 270 }

function turned(easel: Easel, turn: Turn, paint: (upright: Easel) => void): void {
  const { scale } = easel.frame
  const frame = {
    scale,
    left: ROOM.left,
    top: ROOM.top,
    width: Math.ceil(ROOM.width * scale),
    height: Math.ceil(ROOM.height * scale),
  }
  const sprite = createSprite(frame.width, frame.height)
  paint({ ...easel, sprite, frame })
  const [cos, sin] = [Math.cos(turn.angle), Math.sin(turn.angle)]
  for (let y = 0; y < easel.sprite.height; y++)
    for (let x = 0; x < easel.sprite.width; x++) {
      const dx = x / scale + easel.frame.left - turn.to[0]
      const dy = y / scale + easel.frame.top - turn.to[1]
      const from: Point = [
        (turn.from[0] + cos * dx + sin * dy - frame.left) * scale,
        (turn.from[1] - sin * dx + cos * dy - frame.top) * scale,
      ]
      sample(sprite, from, { into: easel.sprite, at: y * easel.sprite.width + x })
    }
}
