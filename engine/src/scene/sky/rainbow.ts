import { fromHexes, Gradient } from '../../core/colour.ts'
import type { Frame } from '../../core/frame.ts'
import type { Random } from '../../core/random.ts'
import { smoothstep } from '../../core/scalar.ts'

const BANDS = Gradient.of(fromHexes('#ff4b4b', '#ff9d3c', '#ffe14d', '#6fe06a', '#4fa8ff', '#8a63e8'))

export function paintRainbow(frame: Frame, horizon: number, random: Random): void {
  const centreX = frame.width * random.range(0.35, 0.65)
  const centreY = horizon * 1.12
  const radius = frame.width * 0.46
  const thickness = frame.height * 0.05
  for (let y = 0; y < Math.min(horizon, frame.height); y++) {
    const fade = 1 - 0.5 * smoothstep(0.8, 1, y / horizon)
    for (let x = 0; x < frame.width; x++) {
      const across = (radius - Math.hypot(x - centreX, y - centreY)) / thickness + 0.5
      if (across <= 0 || across >= 1) continue
      frame.screen(y * frame.width + x, BANDS.at(across), 0.46 * Math.sin(across * Math.PI) * fade)
    }
  }
}
