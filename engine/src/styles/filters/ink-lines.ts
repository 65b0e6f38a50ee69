import { boxBlur } from '../../core/blur.ts'
import { type Frame, Label } from '../../core/frame.ts'
import { lumaOf } from './channels.ts'

export interface InkLines {
  /** Line width, for a picture of 1024 pixels. */
  readonly width: number
  /** How much darker than its surroundings a pixel must be; closer to 1 draws more lines. */
  readonly threshold: number
  readonly sharpness: number
}

/** A drawing of the picture: 1 paper, 0 ink. Extended difference of gaussians, and the outlines of what is labelled. */
export function inkLines(frame: Frame, { width, threshold, sharpness }: InkLines): Float32Array {
  const luma = lumaOf(frame)
  const radius = width * frame.unit
  const near = boxBlur(luma, Math.max(1, radius)).data
  const far = boxBlur(luma, Math.max(2, radius * 2.56)).data
  const ink = new Float32Array(frame.size)
  for (let i = 0; i < frame.size; i++) {
    const difference = near[i]! - threshold * far[i]!
    ink[i] = difference > 0 ? 1 : 1 + Math.tanh(sharpness * difference)
  }
  outline(frame, ink)
  return ink
}

function outline({ width, height, label }: Frame, ink: Float32Array): void {
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const here = label[i]!
      const right = label[i + 1]!
      const below = label[i + width]!
      if ((here === right && here === below) || isSoft(here, right, below)) continue
      if (ink[i]! > 0.15) ink[i] = 0.15
      if (ink[i + 1]! > 0.35) ink[i + 1] = 0.35
    }
  }
}

/** Clouds have no outline against the sky. */
function isSoft(here: number, right: number, below: number): boolean {
  return here === Label.cloud || (here === Label.sky && (right === Label.cloud || below === Label.cloud))
}
