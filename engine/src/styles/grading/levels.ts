import type { Frame } from '../../core/frame.ts'
import { percentile } from '../filters/tones.ts'

const LOW = 0.008
const HIGH = 0.992
const GREATEST_GAIN = 1.6

/** Stretches the luminance towards the full range, `strength` of the way, in place. */
export function autoLevels(frame: Frame, strength: number): void {
  const { r, g, b, size } = frame
  const bins = new Uint32Array(256)
  let count = 0
  for (let i = 0; i < size; i += 3, count++) {
    const v = 0.2126 * r[i]! + 0.7152 * g[i]! + 0.0722 * b[i]!
    bins[v <= 0 ? 0 : v >= 1 ? 255 : (v * 255) | 0]!++
  }
  const black = percentile(bins, count * LOW) * strength
  const white = 1 - (1 - percentile(bins, count * HIGH)) * strength
  const gain = Math.min(GREATEST_GAIN, 1 / Math.max(0.25, white - black))
  for (const channel of [r, g, b]) for (let i = 0; i < size; i++) channel[i] = (channel[i]! - black) * gain
}
