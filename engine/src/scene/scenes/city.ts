import { blendRgb, fromHex, fromHexes, mix, type Rgb } from '../../core/colour.ts'
import { drawObject } from '../../objects/draw-object.ts'
import { drawPalm } from '../../objects/trees/palm.ts'
import type { CityKind } from '../city/building.ts'
import { paintCity } from '../city/city.ts'
import { refuses, type Scene } from '../scene.ts'
import { paintSea } from '../sea.ts'
import { paintSky } from '../sky/paint-sky.ts'
import { isOnFoot, paveAvenue, paveQuay } from './street.ts'

const WINDOWS = fromHexes('#ffd890', '#ffe9bd', '#ffc46a')
const NEON_WINDOWS = fromHexes('#ffd27a', '#7ae7ff', '#ff8ad0', '#c79bff')
const NEONS = fromHexes('#ff3ea5', '#2ee6ff', '#b14bff', '#ffe14b', '#4bff9f')
const TALLEST: Readonly<Record<CityKind, number>> = { modern: 0.56, futuristic: 0.56, paris: 0.3, orient: 0.26 }
const RIVER_FOAM: Rgb = [0.9, 0.9, 0.95]

/** A skyline over water that mirrors it. */
export function composeCity(scene: Scene): void {
  const { frame, light, palette, random } = scene
  paintSky(frame, scene.sky, random)
  const kind = kindOf(scene)
  if (kind === 'paris' && !refuses(scene, 'eiffel-tower')) raiseTower(scene)
  const neons = hasNeons(scene) ? NEONS : []
  const isLit = palette.isNight || scene.spec.time === 'dusk' || (scene.isSunLow && !scene.sky.sun)
  paintCity(
    frame,
    {
      kind,
      base: scene.horizon,
      tallest: frame.height * TALLEST[kind],
      wall: wallOf(scene, kind, neons.length > 0),
      haze: palette.haze,
      isLit,
      windowTones: neons.length > 0 ? NEON_WINDOWS : WINDOWS,
      neons,
      sunlight: palette.direct,
    },
    light,
    random.fork('city'),
  )
  if (isOnFoot(scene.spec)) return paveAvenue(scene, landmarkOf(scene))
  paintRiver(scene)
  paveQuay(scene)
  if (kind === 'modern' && scene.spec.hints.has('tropical') && !refuses(scene, 'palm')) plantQuay(scene)
}

function kindOf({ spec }: Scene): CityKind {
  if (spec.environment === 'paris' || spec.environment === 'orient') return spec.environment
  return spec.styles.includes('neon') || spec.hints.has('futuristic') ? 'futuristic' : 'modern'
}

function hasNeons(scene: Scene): boolean {
  const { elements, styles } = scene.spec
  const isAsked = elements.has('neons') || styles.includes('neon')
  return scene.palette.isNight && isAsked && !refuses(scene, 'neons')
}

function wallOf(scene: Scene, kind: CityKind, hasNeonLight: boolean): Rgb {
  const { isNight, sky } = scene.palette
  if (kind === 'paris' && isNight) return fromHex('#3a3f52')
  if (kind === 'paris') return mix(fromHex('#d8c9b0'), sky[1]!, scene.isSunLow ? 0.42 : 0)
  if (kind === 'orient') return orientWall(scene)
  if (isNight && hasNeonLight) return mix(fromHex('#2c2350'), sky[2]!, 0.25)
  if (isNight) return mix(fromHex('#1b2036'), sky[1]!, 0.3)
  return scene.isSunLow ? mix(fromHex('#4a4260'), sky[1]!, 0.35) : fromHex('#8795a8')
}

function orientWall({ palette, spec }: Scene): Rgb {
  if (palette.isNight) return fromHex('#4a3a4a')
  return fromHex(spec.hints.has('earthen') ? '#c07a4a' : '#d9a878')
}

/** Two stand at its sides, one before the other half of the picture. */
function besidePeople({ isSunRight, spec: { subjects } }: Scene): number {
  const count = subjects.reduce((sum, { count: own, isBackdrop }) => sum + (isBackdrop ? 0 : own), 0)
  if (count > 1) return 0.5
  return isSunRight ? (count > 0 ? 0.78 : 0.34) : count > 0 ? 0.22 : 0.66
}

function landmarkOf(scene: Scene): number | null {
  return scene.drawn.has('eiffel-tower') ? besidePeople(scene) : null
}

function raiseTower(scene: Scene): void {
  const { frame, light, palette } = scene
  const x = frame.width * besidePeople(scene)
  const colour = mix(fromHex('#6b5344'), palette.haze, 0.3)
  const tower = { name: 'eiffel-tower', x, y: scene.horizon + 4, height: frame.height * 0.56, colour } as const
  drawObject(frame, tower, light, scene.random.fork('tower'))
  scene.drawn.add('eiffel-tower')
}

function paintRiver(scene: Scene): void {
  const { frame, palette, sky, spec } = scene
  const isNight = palette.isNight
  paintSea(
    frame,
    {
      horizon: scene.horizon + 3 * frame.unit,
      sunX: sky.sun || sky.moon ? scene.sun.x : null,
      sunColour: isNight ? [0.5, 0.56, 0.7] : palette.light,
      deep: isNight ? mix(palette.waterDeep, palette.sky[1]!, 0.3) : palette.waterDeep,
      shallow: mix(palette.waterShallow, palette.waterDeep, 0.5),
      foam: RIVER_FOAM,
      roughness: spec.weather.has('rain') ? 0.5 : 0.62,
      haze: blendRgb(palette.haze, [0.05, 0.05, 0.1], isNight ? 0.5 : 0),
    },
    scene.random,
  )
  scene.hasWater = true
}

/** Palms on the near bank: the skyline of a lagoon city. */
function plantQuay(scene: Scene): void {
  const { frame, light, palette } = scene
  const random = scene.random.fork('quay')
  const leaf = mix(palette.leaf, fromHex('#0c1512'), palette.isNight ? 0.6 : 0.25)
  const left = scene.isSunRight ? 0.04 : 0.82
  for (const [dx, height] of [
    [0, 0.62],
    [0.14, 0.48],
  ] as const) {
    const x = frame.width * (left + dx)
    drawPalm(frame, { x, y: frame.height * 1.02, height: frame.height * height, leaf }, light, random)
  }
}
