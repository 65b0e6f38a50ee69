// A table before a wall out of focus: where food, drinks and small things lie.
import { boxBlur } from '../../../core/blur.ts'
import { blendRgb, fromHex, lighten, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { Noise } from '../../../core/noise.ts'
import type { Random } from '../../../core/random.ts'
import { fill, glow } from '../../../core/raster.ts'
import { smoothstep } from '../../../core/scalar.ts'
import { drawPath, ellipse } from '../../../core/shapes.ts'
import { colourValue } from '../../../prompt/colour-values.ts'
import type { Scene } from '../../scene.ts'
import { type Material, material } from './floors.ts'
import { lightRoom } from './room-light.ts'
import { paintFloor, paintWall, pool, seam, times } from './surface.ts'

interface TableSetting {
  readonly top: Material
  readonly tones: readonly [string, string]
  readonly wall: string
  readonly behind: 'lights' | 'window' | 'garden' | 'shelf'
}

const SETTINGS: readonly TableSetting[] = [
  { top: 'planks', tones: ['#96602f', '#7a4a28'], wall: '#d9ae74', behind: 'lights' },
  { top: 'cloth', tones: ['#1f5f9c', '#f2a71b'], wall: '#e6c9a0', behind: 'window' },
  { top: 'planks', tones: ['#5c4433', '#5c4433'], wall: '#8fa8a0', behind: 'garden' },
  { top: 'planks', tones: ['#b98a58', '#b98a58'], wall: '#c9805a', behind: 'window' },
  { top: 'smooth', tones: ['#efe6d4', '#efe6d4'], wall: '#a9bcc4', behind: 'window' },
  { top: 'smooth', tones: ['#b8643f', '#b8643f'], wall: '#e2b98a', behind: 'shelf' },
  { top: 'cloth', tones: ['#8a2f3c', '#e8b53a'], wall: '#cfb9a2', behind: 'lights' },
  { top: 'planks', tones: ['#c08a52', '#c08a52'], wall: '#7f9a78', behind: 'garden' },
]

export function composeTable(scene: Scene): void {
  const random = scene.random.fork('table')
  const cloth = colourValue(scene.spec.colourOf.get('tablecloth'))
  const isClothAsked = scene.spec.environments.has('wax') || cloth !== null
  const setting = random.pick(isClothAsked ? SETTINGS.filter(({ top }) => top === 'cloth') : SETTINGS)
  const side = random.chance(0.5) ? 1 : -1
  const wall = colourValue(scene.spec.colourOf.get('wall')) ?? fromHex(setting.wall)
  const level = lightRoom(scene, wall, side)
  paintBehind(scene, setting, { wall, side, level })
  const paint = material(
    setting.top,
    cloth ? [cloth, lighten(cloth, 0.09)] : [fromHex(setting.tones[0]), fromHex(setting.tones[1])],
    random,
  )
  const warm = 0.5 - side * 0.2
  paintFloor(scene.frame, scene.horizon, (x, z, u, t) => {
    const lit = (0.6 + 0.55 * pool(u, t, [warm, 0.4, 0.45, 0.7])) * level
    return times(paint(x, z), lit * (0.92 + 0.08 * t))
  })
  seam(scene.frame, scene.horizon, 0.22)
  if (random.chance(0.75)) setVessels(scene, { side, level, random })
}

/** A jug, a bottle, a bowl, a jar. */
const VESSELS = [
  'M30 8 C30 0 62 0 64 8 C64 24 88 36 88 66 C88 88 76 100 50 100 C24 100 12 88 12 66 C12 36 30 24 30 8 Z',
  'M42 0 L58 0 L58 30 C58 38 72 42 72 56 L72 96 C72 100 28 100 28 96 L28 56 C28 42 42 38 42 30 Z',
  'M0 48 C18 54 82 54 100 48 C98 78 80 100 62 100 L38 100 C20 100 2 78 0 48 Z',
  'M26 14 L74 14 L74 24 C84 30 88 40 88 50 L86 94 C84 100 16 100 14 94 L12 50 C12 40 16 30 26 24 Z',
] as const
const GLAZES = ['#a8552f', '#3f6a7c', '#5f7a4a', '#d9c29a', '#6a3f2c', '#e3dccb', '#8a3f42'] as const

/** At the far side of the table, at its end: others stand there than what the picture is of. */
function setVessels(
  { frame, horizon, light }: Scene,
  { side, level, random }: Omit<Behind, 'wall'> & { random: Random },
): void {
  const count = random.integer(1, 3)
  for (let k = 0; k < count; k++) {
    const tall = frame.height * random.range(0.15, 0.24)
    const x = frame.width * (0.5 - side * (0.44 - 0.13 * k + random.range(-0.02, 0.02)))
    const y = horizon + frame.height * (0.035 + 0.018 * (k & 1))
    const tone = times(fromHex(random.pick(GLAZES)), 0.74 * level)
    const sun = light.x > x ? 1 : -1
    fill(frame, [ellipse([x, y], [tall * 0.46, tall * 0.08], 0, 24)], [0.06, 0.04, 0.06], { alpha: 0.4 })
    fill(
      frame,
      drawPath(random.pick(VESSELS), { x: x - tall / 2, y: y - tall, scaleX: tall / 100 }),
      (px) => times(tone, 1 + 0.7 * sun * ((px - x) / tall)),
      { label: Label.far, depth: 26 },
    )
  }
}

interface Behind {
  readonly wall: Rgb
  readonly side: number
  readonly level: number
}

function paintBehind(scene: Scene, setting: TableSetting, { wall, side, level }: Behind): void {
  const { frame, palette, horizon } = scene
  const random = scene.random.fork('table-wall')
  const noise = new Noise(random)
  const window = 0.5 - side * 0.3
  const sky = blendRgb(palette.sky.at(-1)!, [1, 1, 1], palette.isNight ? 0 : 0.3)
  const leaves: readonly Rgb[] = [fromHex('#5c8450'), fromHex('#a3bd78')]
  paintWall(frame, horizon, (u, v) => {
    const light = pool(u, v, [window, 0.3, 0.3, 0.6])
    const tone = times(wall, (0.66 + 0.42 * light - 0.08 * v + 0.05 * noise.at(u * 3, v * 3)) * level)
    if (setting.behind === 'garden') {
      const thick = smoothstep(-0.35, 0.35, noise.fbm(u * 5, v * 2.6, 2))
      const leaf = blendRgb(leaves[0]!, leaves[1]!, thick)
      return blendRgb(times(leaf, level * (0.6 + 0.5 * light)), sky, smoothstep(0.55, 0, v) * 0.7)
    }
    if (setting.behind === 'window') {
      const inside = smoothstep(0.17, 0.15, Math.abs(u - window)) * smoothstep(0.9, 0.8, v) * smoothstep(0.02, 0.1, v)
      const bar = smoothstep(0.012, 0.006, Math.abs(u - window)) * 0.8
      return blendRgb(tone, sky, inside * (1 - bar))
    }
    if (setting.behind === 'shelf' && Math.abs(v - 0.55) < 0.035) return times(fromHex('#7a4a28'), level * 0.9)
    return tone
  })
  soften(scene)
  if (setting.behind !== 'lights') return
  for (let k = 0; k < 16; k++) {
    const at = [frame.width * random.next(), horizon * random.range(0.08, 0.8)] as const
    glow(frame, [...at, frame.shortSide * random.range(0.03, 0.075)], [1, 0.86, 0.6], random.range(0.08, 0.24))
  }
}

/** The wall is out of focus. */
function soften({ frame, horizon }: Scene): void {
  const rows = Math.min(frame.height, Math.ceil(horizon))
  for (const channel of [frame.r, frame.g, frame.b]) {
    const part = channel.subarray(0, rows * frame.width)
    part.set(boxBlur({ width: frame.width, height: rows, data: part }, 9 * frame.unit + 1, 2).data)
  }
}
