import { Gradient } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import { Noise } from '../../core/noise.ts'
import { createPlane, type Plane } from '../../core/plane.ts'
import type { Random } from '../../core/random.ts'
import { disc, glow } from '../../core/raster.ts'
import { resize } from '../../core/resize.ts'
import { clamp } from '../../core/scalar.ts'
import { paintAurora } from './aurora.ts'
import { paintMoon, paintRainbow, paintStars } from './celestial.ts'
import { paintClouds } from './clouds.ts'
import { paintMilkyWay } from './milky-way.ts'
import { paintNebula } from './nebula.ts'
import type { Sky, Sun } from './sky.ts'

/** Fills the whole frame with a sky; what stands below the horizon is painted over it. */
export function paintSky(frame: Frame, wanted: Sky, random: Random): void {
  const sky = { ...wanted, horizon: Math.max(8, wanted.horizon) }
  const noise = new Noise(random.fork('sky'))
  paintGradient(frame, sky, sky.isFlat ? null : wobble(frame, noise))
  if (sky.nebula) paintNebula(frame, sky.nebula, noise, random.fork('nebula'))
  if (sky.milkyWay > 0) paintMilkyWay(frame, sky, noise, random.fork('milky-way'))
  if (sky.stars > 0) paintStars(frame, sky, random.fork('stars'))
  if (sky.aurora) paintAurora(frame, sky, noise, random.fork('aurora'))
  if (sky.sun) paintSun(frame, sky.sun, sky.isFlat)
  if (sky.moon) paintMoon(frame, sky.moon, noise, sky.isFlat)
  if (sky.clouds > 0.02) paintClouds(frame, sky, noise, random.fork('clouds'))
  if (sky.hasRainbow) paintRainbow(frame, sky.horizon, random.fork('rainbow'))
}

/** A slow warp, so that the bands of colour are not ruler-straight. */
function wobble(frame: Frame, noise: Noise): Plane {
  const small = createPlane(Math.ceil(frame.width / 4), Math.ceil(frame.height / 4))
  const scale = 4 / frame.height
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      small.data[y * small.width + x] = noise.fbm(x * scale * 1.6, y * scale * 3.2, 3) * 0.09
    }
  }
  return resize(small, frame.width, frame.height)
}

function paintGradient(frame: Frame, sky: Sky, warp: Plane | null): void {
  const gradient = Gradient.of(sky.colours)
  const { width, height, r, g, b } = frame
  for (let y = 0; y < height; y++) {
    const t = Math.min(1, y / sky.horizon)
    const reach = 1 - 0.6 * t
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const k = (clamp(warp ? t + warp.data[i]! * reach : t) * 511) | 0
      r[i] = gradient.r[k]!
      g[i] = gradient.g[k]!
      b[i] = gradient.b[k]!
    }
  }
}

function paintSun(frame: Frame, sun: Sun, isFlat: boolean): void {
  if (!isFlat) paintHalo(frame, sun)
  disc(frame, [sun.x, sun.y, sun.radius], sun.core, { label: Label.body })
  if (!isFlat) glow(frame, [sun.x, sun.y, sun.radius * 2.6], sun.core, 0.55)
}

const HALO_STEPS = 2048

function paintHalo(frame: Frame, sun: Sun): void {
  const diagonal = Math.hypot(frame.width, frame.height)
  const falloff = new Float32Array(HALO_STEPS + 1)
  for (let i = 0; i <= HALO_STEPS; i++) {
    const distance = (i / HALO_STEPS) * 1.4
    falloff[i] = sun.glow * (0.55 * Math.exp(-distance * 9) + 0.28 * Math.exp(-distance * 3.2))
  }
  const scale = HALO_STEPS / (1.4 * diagonal)
  for (let y = 0, i = 0; y < frame.height; y++) {
    const dy = (y - sun.y) * 1.25
    for (let x = 0; x < frame.width; x++, i++) {
      const dx = x - sun.x
      const strength = falloff[Math.min(HALO_STEPS, Math.sqrt(dx * dx + dy * dy) * scale) | 0]!
      if (strength > 0.004) frame.blend(i, sun.colour, strength)
    }
  }
}
