import { blendRgb, fromHex, Gradient, lighten, type Rgb } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import type { SceneLight } from '../../core/light.ts'
import { Noise } from '../../core/noise.ts'
import type { Random } from '../../core/random.ts'
import { disc, fill, glow } from '../../core/raster.ts'
import { clamp, lerp, smoothstep } from '../../core/scalar.ts'
import { line } from '../../core/shapes.ts'
import { drawPalm } from '../../objects/trees/palm.ts'
import { refuses, type Scene } from '../scene.ts'

const SKY = new Gradient([
  [0, fromHex('#0b0328')],
  [0.4, fromHex('#2b0a5e')],
  [0.75, fromHex('#a3189a')],
  [1, fromHex('#ff5fa2')],
])
const MAGENTA = fromHex('#ff3fd0')
const SUN_TOP = fromHex('#ffe65a')
const SUN_BOTTOM = fromHex('#ff2f92')

interface Stage {
  readonly scene: Scene
  readonly random: Random
  readonly horizon: number
  readonly x: number
  readonly radius: number
}

/** A sliced sun, neon ranges and a perspective grid. */
export function composeSynthwave(scene: Scene): void {
  const { frame } = scene
  const random = scene.random.fork('synthwave')
  const stage: Stage = {
    scene,
    random,
    horizon: frame.height * 0.6,
    x: frame.width / 2,
    radius: frame.shortSide * 0.25,
  }
  const sunY = stage.horizon - stage.radius * 0.55
  paintBackdrop(stage)
  if (!refuses(scene, 'sun')) paintSlicedSun(stage, sunY)
  if (!refuses(scene, 'mountain')) for (const row of [0, 1] as const) paintRange(stage, row)
  paintGrid(stage)
  paintSunStreak(stage)
  const light: SceneLight = {
    x: stage.x,
    y: sunY,
    direct: [0.8, 0.3, 0.7],
    ambient: [0.2, 0.15, 0.4],
    haze: fromHex('#a3189a'),
    isNight: true,
  }
  scene.light = light
  if (refuses(scene, 'palm')) return
  const leaf = fromHex('#1a0a30')
  const { width, height } = frame
  drawPalm(frame, { x: width * 0.1, y: height * 0.9, height: height * 0.56, leaf }, light, random)
  drawPalm(frame, { x: width * 0.92, y: height * 0.94, height: height * 0.66, leaf }, light, random)
}

function paintBackdrop({ scene, random, horizon }: Stage): void {
  const { frame } = scene
  for (let y = 0, i = 0; y < frame.height; y++) {
    const colour = SKY.at(y / horizon)
    for (let x = 0; x < frame.width; x++, i++) {
      frame.r[i] = colour[0]
      frame.g[i] = colour[1]
      frame.b[i] = colour[2]
    }
  }
  for (let k = 0; k < 260; k++) {
    const star = [
      random.next() * frame.width,
      random.next() ** 1.4 * horizon * 0.75,
      frame.unit * random.range(0.6, 1.7),
    ]
    disc(frame, star as [number, number, number], [1, 0.95, 1], { alpha: random.range(0.3, 1) })
  }
}

const SLICES = 8

function isSlice(t: number): boolean {
  if (t <= 0.42) return false
  const u = ((t - 0.42) / 0.58) * SLICES
  return u - Math.floor(u) < 0.14 + 0.4 * (Math.floor(u) / SLICES)
}

function paintSlicedSun({ scene, horizon, x: centreX, radius }: Stage, centreY: number): void {
  const { frame } = scene
  glow(frame, [centreX, centreY, radius * 2.1], fromHex('#ff4fa0'), 0.5)
  for (let y = Math.max(0, (centreY - radius) | 0); y < Math.min(horizon, centreY + radius); y++) {
    const t = (y - centreY + radius) / (2 * radius)
    if (isSlice(t)) continue
    const colour = blendRgb(SUN_TOP, SUN_BOTTOM, smoothstep(0.1, 0.85, t))
    for (let x = Math.max(0, (centreX - radius) | 0); x < Math.min(frame.width, centreX + radius); x++) {
      const covered = clamp(radius - Math.hypot(x - centreX, y - centreY) + 0.5)
      if (covered <= 0) continue
      const i = y * frame.width + x
      frame.blend(i, colour, covered)
      frame.label[i] = Label.body
    }
  }
}

const RANGES = [
  { body: fromHex('#3a1068'), edge: fromHex('#b34bff'), mesh: fromHex('#7a2fc0') },
  { body: fromHex('#1c0840'), edge: fromHex('#27e3ff'), mesh: fromHex('#1a9ac0') },
] as const
const PEAKS = 26

function paintRange({ scene, random, horizon }: Stage, row: 0 | 1): void {
  const { frame } = scene
  const noise = new Noise(random.fork(`range:${row}`))
  const points = Array.from({ length: PEAKS + 1 }, (_, k) => {
    const u = k / PEAKS
    const rise = (Math.abs(u - 0.5) * 2) ** 1.1 * (0.5 + 0.6 * Math.abs(noise.at(u * 9 + row * 20, row + 0.4)))
    return [u * frame.width, horizon - frame.height * (0.02 + (0.17 - 0.05 * row) * rise)] as const
  })
  const { body, edge, mesh } = RANGES[row]
  fill(frame, [[0, horizon, ...points.flat(), frame.width, horizon]], body, { label: Label.far })
  for (let k = 0; k < PEAKS; k++) {
    const from = points[k]!
    const to = points[k + 1]!
    fill(frame, [line([...from, ...to], 2.2 * frame.unit)], edge, { alpha: 0.9 })
    for (let m = 1; m < 4; m++) {
      const top = lerp(Math.min(from[1], to[1]), horizon, m / 4 - 0.25)
      const strut = line([lerp(from[0], to[0], 0.5), top, from[0], lerp(from[1], horizon, m / 4)], frame.unit)
      fill(frame, [strut], mesh, { alpha: 0.6 })
    }
  }
}

function paintGrid({ scene, horizon, x }: Stage): void {
  const { frame } = scene
  const { width, height, unit } = frame
  for (let y = horizon | 0, i = y * width; y < height; y++) {
    const t = clamp((y - horizon) / (height - horizon))
    for (let column = 0; column < width; column++, i++) {
      frame.r[i] = lerp(0.3, 0.04, Math.sqrt(t))
      frame.g[i] = lerp(0.05, 0.01, t)
      frame.b[i] = lerp(0.36, 0.13, t)
      frame.label[i] = Label.ground
    }
  }
  for (let k = -26; k <= 26; k++) {
    neonLine(scene, [x + k * width * 0.018, horizon, x + k * width * 0.22, height + 10], [0.8 * unit, 3.4 * unit])
  }
  for (let k = 0; k < 22; k++) {
    const y = horizon + (height - horizon) * (k / 20) ** 2.3
    const thickness = (0.7 + (2.4 * k) / 20) * unit
    neonLine(scene, [0, y, width, y], [thickness, thickness])
  }
}

const NEON_CORE: Rgb = lighten(MAGENTA, 0.16)

/** Three strokes: a wide veil, a halo, a core. */
function neonLine(
  { frame }: Scene,
  ends: readonly [number, number, number, number],
  [from, to]: readonly [number, number],
): void {
  fill(frame, [line(ends, from * 4.5, to * 4.5)], MAGENTA, { alpha: 0.16 })
  fill(frame, [line(ends, from * 2.2, to * 2.2)], MAGENTA, { alpha: 0.28 })
  fill(frame, [line(ends, from, to)], NEON_CORE)
}

function paintSunStreak({ scene, horizon, x: centreX, radius }: Stage): void {
  const { frame } = scene
  for (let y = horizon | 0; y < frame.height; y++) {
    const far = (y - horizon) / frame.height
    const fade = 1 - (y - horizon) / (frame.height - horizon)
    for (let x = 0; x < frame.width; x++) {
      const offset = Math.abs(x - centreX) / (radius * (1 + far))
      const strength = 0.34 * Math.exp(-offset * offset * 2) * fade
      if (strength > 0.01) frame.screen(y * frame.width + x, [1, 0.35, 0.5], strength)
    }
  }
}
