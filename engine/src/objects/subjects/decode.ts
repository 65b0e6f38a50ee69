// The written form of a drawing (tools/subjects/build-subjects.ts) to what is filled: outlines, paints and clips.
import { fromHex, type Rgb } from '../../core/colour.ts'
import type { Polygon } from '../../core/coverage.ts'
import { parsePath } from '../../core/path.ts'

/** As committed: gradients, clips and pieces, each one text. */
export type WrittenDrawing = readonly [
  box: readonly number[],
  gradients: readonly string[],
  clips: readonly string[],
  pieces: readonly string[],
]

export interface GradientStopInk {
  readonly offset: number
  readonly colour: Rgb
  readonly opacity: number
}

export interface DrawnGradient {
  readonly isLinear: boolean
  /** From drawing units to the gradient's own: three numbers of a line, six of a circle, eight with its focus. */
  readonly geometry: readonly number[]
  readonly stops: readonly GradientStopInk[]
}

export interface DrawnPiece {
  readonly colour: Rgb | null
  readonly gradient: number
  readonly opacity: number
  /** 0 for a fill. */
  readonly strokeWidth: number
  readonly isRound: boolean
  readonly clips: readonly number[]
  readonly outlines: readonly Polygon[]
}

export interface Drawing {
  /** Left, top, right, bottom of what is painted, in drawing units. */
  readonly box: readonly number[]
  readonly gradients: readonly DrawnGradient[]
  readonly clips: readonly (readonly Polygon[])[]
  readonly pieces: readonly DrawnPiece[]
}

/** Written units per drawing unit. */
const FINENESS = 10

export function decodeDrawing([box, gradients, clips, pieces]: WrittenDrawing): Drawing {
  return {
    box,
    gradients: gradients.map(decodeGradient),
    clips: clips.map(outlinesOf),
    pieces: pieces.map(decodePiece),
  }
}

function outlinesOf(path: string): Polygon[] {
  return parsePath(path).map((outline) => outline.map((v) => v / FINENESS))
}

function decodeGradient(text: string): DrawnGradient {
  const [geometry = '', stops = ''] = text.split(';')
  return {
    isLinear: geometry.startsWith('l'),
    geometry: geometry.slice(2).split(' ').map(Number),
    stops: stops.split(',').map((stop) => {
      const [offset, hex = '000000', opacity = 1] = stop.split(' ')
      return { offset: Number(offset), colour: fromHex(hex), opacity: Number(opacity) }
    }),
  }
}

function decodePiece(text: string): DrawnPiece {
  const split = text.indexOf(':')
  const [ink = '', opacity = '', stroke = '', clips = ''] = text.slice(0, split).split(';')
  const isGradient = ink.startsWith('g')
  return {
    colour: isGradient ? null : fromHex(ink),
    gradient: isGradient ? Number(ink.slice(1)) : -1,
    opacity: opacity === '' ? 1 : Number(opacity) / 1000,
    strokeWidth: stroke === '' ? 0 : Number(stroke.slice(1)) / FINENESS,
    isRound: stroke.startsWith('r'),
    clips: clips === '' ? [] : clips.split(',').map(Number),
    outlines: outlinesOf(text.slice(split + 1)),
  }
}
