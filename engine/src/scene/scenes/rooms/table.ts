// A table before a wall out of focus: where food, drinks and small things lie.
import { boxBlur } from '../../../core/blur.ts'
import { blendRgb, fromHex, lighten, type Rgb } from '../../../core/colour.ts'
import { Noise } from '../../../core/noise.ts'
import { glow } from '../../../core/raster.ts'
import { smoothstep } from '../../../core/scalar.ts'
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

/** « sur une table en bois » */
const WOODEN = /\b(?:bois|wooden)\b/

export function composeTable(scene: Scene): void {
  const random = scene.random.fork('table')
  const cloth = colourValue(scene.spec.colourOf.get('tablecloth'))
  const wood = colourValue(scene.spec.colourOf.get('table'))
  const isOfWood = scene.spec.understood.some(({ word }) => WOODEN.test(word))
  const isLaid = scene.spec.subjects.some(({ subject }) => subject === 'folded-cloth')
  const isClothAsked = (scene.spec.environments.has('wax') && !isLaid) || cloth !== null
  const isFit = ({ top }: TableSetting) => (isClothAsked ? top === 'cloth' : top === 'planks' || !isOfWood)
  const setting = random.pick(SETTINGS.filter(isFit))
  const side = random.chance(0.5) ? 1 : -1
  const wall = colourValue(scene.spec.colourOf.get('wall')) ?? fromHex(setting.wall)
  const level = lightRoom(scene, wall, side)
  paintBehind(scene, setting, { wall, side, level })
  const said = cloth ?? wood
  const paint = material(
    wood ? 'smooth' : setting.top,
    said ? [said, lighten(said, cloth ? 0.09 : -0.03)] : [fromHex(setting.tones[0]), fromHex(setting.tones[1])],
    random,
  )
  const warm = 0.5 - side * 0.2
  paintFloor(scene.frame, scene.horizon, (x, z, u, t) => {
    const lit = (0.6 + 0.55 * pool(u, t, [warm, 0.4, 0.45, 0.7])) * level
    return times(paint(x, z), lit * (0.92 + 0.08 * t))
  })
  seam(scene.frame, scene.horizon, 0.22)
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
