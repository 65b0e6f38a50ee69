import { boxBlur } from '../../core/blur.ts'
import { type Frame, Label } from '../../core/frame.ts'
import { clamp } from '../../core/scalar.ts'
import { lumaOf } from './channels.ts'

/** In pixels of a picture of 1024. */
const FINE = 1.3
const BROAD = 4.2
/** By how much darker than what is around it a line begins, and where it is full. */
const FAINT = 0.022
const FULL = 0.11

/** How strongly the brush goes over the forms of a thing, by what it is: the same hand draws subject, houses and trees. */
const PRESSURE: Readonly<Partial<Record<number, number>>> = {
  [Label.subject]: 0.62,
  [Label.building]: 0.6,
  [Label.plant]: 0.34,
  [Label.ground]: 0.3,
  [Label.body]: 0.3,
  [Label.water]: 0.12,
}
const ELSEWHERE = 0.08

/** The dark lines of a picture, 0 none .. 1 full: where forms meet, and round what stands before something else. */
export function contoursOf(frame: Frame): Float32Array {
  const luma = lumaOf(frame)
  const fine = boxBlur(luma, Math.max(1, FINE * frame.unit), 1).data
  const broad = boxBlur(luma, Math.max(2, BROAD * frame.unit), 1).data
  const lines = new Float32Array(frame.size)
  for (let i = 0; i < frame.size; i++) {
    const deep = broad[i]! - fine[i]!
    if (deep > FAINT) lines[i] = clamp((deep - FAINT) / (FULL - FAINT)) * (PRESSURE[frame.label[i]!] ?? ELSEWHERE)
  }
  outline(frame, broad, lines)
  return boxBlur({ width: frame.width, height: frame.height, data: lines }, Math.max(1, 0.9 * frame.unit), 1).data
}

const EDGE = 0.4

/** In the light an edge is lost, in the shade it is found. */
function lostIn(luma: number): number {
  return clamp(1.15 - 1.5 * luma, 0.08, 1)
}

function outline({ width, height, label, unit }: Frame, luma: Float32Array, lines: Float32Array): void {
  const reach = Math.max(1, Math.round(1.2 * unit))
  for (let y = reach; y < height - reach; y++) {
    for (let i = y * width + reach; i < (y + 1) * width - reach; i++) {
      if (!isDrawn(label[i]!)) continue
      const here = label[i]!
      const isEdge =
        label[i - reach] !== here ||
        label[i + reach] !== here ||
        label[i - reach * width] !== here ||
        label[i + reach * width] !== here
      if (!isEdge) continue
      const found = EDGE * lostIn(luma[i]!)
      if (lines[i]! < found) lines[i] = found
    }
  }
}

function isDrawn(label: number): boolean {
  return label === Label.subject || label === Label.building
}

/** A line is never black: it is a darker tone of what it bounds, a little violet. */
const INK = [0.1, 0.07, 0.11] as const
const OWN = 0.5

export function drawContours(frame: Frame, lines: Float32Array, strength: number): void {
  for (const [k, channel] of [frame.r, frame.g, frame.b].entries()) {
    for (let i = 0; i < frame.size; i++) {
      const share = lines[i]! * strength
      if (share < 0.01) continue
      const under = channel[i]!
      channel[i] = under + (under * OWN + INK[k]! * 0.3 - under) * share
    }
  }
}
