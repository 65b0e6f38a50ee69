import type { Frame } from '../core/frame.ts'
import type { Random } from '../core/random.ts'
import { clamp } from '../core/scalar.ts'
import { blankLike } from './filters/channels.ts'

/** Bands out of step, channels apart, scan lines. */
export function glitch(frame: Frame, random: Random): Frame {
  const { width, height } = frame
  const shifts = bandShifts(frame, random.fork('glitch'))
  const apart = Math.round(5 * frame.unit)
  const out = blankLike(frame)
  for (let y = 0, i = 0; y < height; y++) {
    const row = y * width
    const scan = y % 4 < 2 ? 0.9 : 1.04
    for (let x = 0; x < width; x++, i++) {
      const from = x + shifts[y]!
      out.r[i] = frame.r[row + clamp(from + apart, 0, width - 1)]! * scan
      out.g[i] = frame.g[row + clamp(from, 0, width - 1)]! * scan
      out.b[i] = frame.b[row + clamp(from - apart, 0, width - 1)]! * scan
    }
  }
  return out
}

function bandShifts({ height, unit }: Frame, random: Random): Int32Array {
  const shifts = new Int32Array(height)
  for (let y = 0; y < height;) {
    const end = y + Math.max(1, Math.round(random.integer(4, 60) * unit))
    shifts.fill(random.chance(0.22) ? Math.round(random.integer(-42, 42) * unit) : 0, y, end)
    y = end
  }
  return shifts
}
