// Sea, beach and islands, with their rocks, palms and great waves.
import { blendRgb, fromHex, mapRgb, mix, type Rgb } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import { Noise } from '../../core/noise.ts'
import { disc, fill, shaded } from '../../core/raster.ts'
import { clamp } from '../../core/scalar.ts'
import { drawPath, ellipse } from '../../core/shapes.ts'
import { drawObject } from '../../objects/draw-object.ts'
import { drawPalm } from '../../objects/trees/palm.ts'
import { colourValue } from '../../prompt/colour-values.ts'
import { paintBeach } from '../beach.ts'
import { drawAnyTree, layTerrain, plant, refusesTrees } from '../ground.ts'
import { reflectPlants } from '../reflection.ts'
import { asksFor, refuses, type Scene } from '../scene.ts'
import { paintSea, type SeaOptions } from '../sea.ts'
import { paintSky } from '../sky/paint-sky.ts'
import { layQuay } from './places/port.ts'

const FOAM: Rgb = [0.95, 0.97, 0.98]
const MOON_GLITTER: Rgb = [0.6, 0.68, 0.85]

function seaOptions(scene: Scene): SeaOptions {
  const { palette, spec, sky } = scene
  const isRough = spec.weather.has('storm') || spec.elements.has('great-wave')
  return {
    horizon: scene.horizon,
    sunX: sky.sun || sky.moon ? scene.sun.x : null,
    sunColour: palette.isNight ? MOON_GLITTER : palette.light,
    deep: palette.waterDeep,
    shallow: palette.waterShallow,
    foam: blendRgb(FOAM, palette.haze, 0.25),
    haze: palette.haze,
    roughness: isRough ? 1.9 : spec.moods.has('calm') ? 0.6 : 0.95,
  }
}

export function composeSea(scene: Scene): void {
  paintSky(scene.frame, scene.sky, scene.random)
  paintSea(scene.frame, seaOptions(scene), scene.random)
  if (scene.spec.hints.has('port') || scene.spec.hints.has('fishing')) layQuay(scene)
  finishSeaside(scene)
}

export function composeIslands(scene: Scene): void {
  const relief = scene.spec.environments.has('mountain') ? 1.6 : 1.1
  layTerrain(scene, 'islands', { water: 0, fog: Math.max(0.02, scene.fog), snowLine: 5, relief })
  plantIslands(scene)
  finishSeaside(scene)
}

function plantIslands(scene: Scene): void {
  const { frame, light, palette, spec } = scene
  if (refusesTrees(scene)) return
  const isTropical = spec.elements.has('palm') || spec.hints.has('tropical')
  const accepts = (_x: number, _z: number, height: number) => height < 1.4
  plant(scene, { count: 150, depths: [6, 26], height: isTropical ? 0.7 : 0.4, accepts }, (plot, random) => {
    if (isTropical) drawPalm(frame, { ...plot, leaf: palette.leaf }, light, random)
    else drawAnyTree(scene, plot, random)
  })
  reflectPlants(frame, scene.horizon, scene.random.fork('plants-reflection'))
  if (isTropical) plantPalms(scene)
}

export function composeBeach(scene: Scene): void {
  const { frame, palette, random } = scene
  paintSky(frame, scene.sky, random)
  const sky = frame.clone()
  const options = seaOptions(scene)
  paintSea(frame, options, random)
  const shore = random.fork('shore')
  const side = scene.isSunRight ? 1 : -1
  paintBeach(
    frame,
    sky,
    {
      horizon: scene.horizon,
      edge: frame.height * shore.range(0.76, 0.82),
      tilt: 0.14 * side,
      sand: blendRgb(litSand(scene, 1), palette.haze, 0.1),
      wetSand: blendRgb(litSand(scene, 0.62), palette.waterDeep, 0.2),
      foam: options.foam,
    },
    random,
  )
  plantPalms(scene)
  finishSeaside(scene)
}

function litSand({ palette, spec }: Scene, brightness: number): Rgb {
  const named = colourValue(spec.colourOf.get('beach') ?? spec.colourOf.get('desert'))
  return mapRgb(named ?? palette.sand, (v, i) => v * brightness * (palette.ambient[i] * 0.7 + palette.direct[i] * 0.55))
}

function plantPalms(scene: Scene): void {
  const { frame, light, palette, spec } = scene
  const random = scene.random.fork('palms')
  const isTropical = spec.elements.has('palm') || spec.hints.has('tropical') || random.chance(0.5)
  if (refuses(scene, 'palm', 'broadleaf') || !isTropical) return
  const outward = scene.isSunRight ? -1 : 1
  const x = frame.width * (scene.isSunRight ? 0.15 : 0.85)
  const leaf = palette.leaf
  drawPalm(frame, { x, y: frame.height * 0.93, height: frame.height * 0.6, leaf }, light, random)
  const second = { x: x + outward * frame.width * 0.06, y: frame.height * 0.95, height: frame.height * 0.45, leaf }
  drawPalm(frame, second, light, random)
}

function finishSeaside(scene: Scene): void {
  scene.hasWater = true
  const hasLighthouse = asksFor(scene, 'lighthouse') && scene.spec.environment !== 'islands'
  if (hasLighthouse || scene.spec.elements.has('rock')) raiseRock(scene, hasLighthouse)
  if (scene.spec.elements.has('great-wave')) raiseWave(scene)
}

function raiseRock(scene: Scene, hasLighthouse: boolean): void {
  const { frame, light, palette } = scene
  const random = scene.random.fork('rock')
  const noise = new Noise(random)
  const size = frame.shortSide
  const x = frame.width * (scene.isSunRight ? 0.2 : 0.8)
  const y = scene.horizon + frame.height * 0.1
  const outline = [x - size * 0.34, y + size * 0.06]
  for (let k = 0; k <= 60; k++) {
    const u = (k / 60) * 2 - 1
    const bulge = (1 - u * u) ** 0.55 * (1 + 0.45 * noise.fbm((k / 60) * 6, 2, 4))
    outline.push(x + u * size * 0.34, y - size * 0.15 * bulge + size * 0.05)
  }
  outline.push(x + size * 0.34, y + size * 0.06)
  const { rock, ambient } = palette
  shaded(frame, [outline], {
    base: (px, py) => {
      const grain = noise.fbm((px / size) * 16, (py / size) * 26, 4)
      const tone = 0.4 * grain + 0.09
      return [
        rock[0] * (ambient[0] * 0.75 + tone),
        rock[1] * (ambient[1] * 0.75 + tone),
        rock[2] * (ambient[2] * 0.75 + tone),
      ]
    },
    rim: blendRgb(rock, palette.direct, 0.55),
    toLight: [light.x - x, light.y - y],
    reach: 16 * frame.unit,
    rimStrength: 0.9,
    label: Label.ground,
  })
  for (let k = 0; k < 120; k++) {
    const at = [x + (random.next() * 2 - 1) * size * 0.35, y + size * 0.058 + random.gauss() * size * 0.006] as const
    fill(frame, [ellipse(at, [size * random.range(0.01, 0.03), size * 0.004], 0, 10)], FOAM, { alpha: 0.35 })
  }
  if (!hasLighthouse) return
  const colour = colourValue(scene.spec.objects.find(({ id }) => id === 'lighthouse')?.colour)
  const height = frame.height * 0.34
  drawObject(frame, { name: 'lighthouse', x, y: y - size * 0.075, height, ...(colour && { colour }) }, light, random)
  scene.drawn.add('lighthouse')
}

const WAVE =
  'M-5 104 L-5 60 C2 48 8 34 20 24 C32 14 48 14 58 22 C64 27 66 34 62 40 C58 35 50 32 44 36 C36 41 36 54 46 64 C58 75 78 80 104 82 L104 104 Z'
const WAVE_EDGE = 'M-5 60 C2 48 8 34 20 24 C32 14 48 14 58 22 C64 27 66 34 62 40 C58 35 50 32 44 36 Z'
const FOREGROUND_WAVE = 'M-5 104 L-5 84 C14 74 26 86 44 90 C62 94 82 84 104 88 L104 104 Z'
const SPRAY: Rgb = [0.96, 0.97, 0.95]

/** The breaking wave of the woodblock prints. */
function raiseWave(scene: Scene): void {
  const { frame, palette } = scene
  const { width, height } = frame
  const random = scene.random.fork('great-wave')
  const deep = mix(palette.waterDeep, fromHex('#17406b'), 0.6)
  const middle = mix(palette.waterShallow, fromHex('#3f7fa8'), 0.6)
  const whole = { x: 0, y: 0, scaleX: width / 100, scaleY: height / 100 }
  const size = frame.shortSide
  shaded(frame, drawPath(WAVE, whole), {
    base: (x, y) => {
      const stripe = 0.5 + 0.5 * Math.sin(Math.hypot(x / width - 0.47, y / height - 0.46) * 90)
      return blendRgb(deep, middle, clamp(stripe * 0.75 + 0.15))
    },
    rim: mix(middle, [1, 1, 1], 0.4),
    toLight: [0.3, -1],
    reach: size * 0.02,
    label: Label.water,
  })
  const edge = drawPath(WAVE_EDGE, whole)[0]!
  const points = edge.length / 2
  for (let j = 0; j < 34; j++) {
    const at = Math.min(points - 2, Math.floor((j / 34) * (points - 3))) * 2
    const isLip = j > 20
    for (let m = 0; m < 12; m++) {
      const x = edge[at]! + random.gauss() * size * 0.018 + (isLip ? size * 0.01 : 0)
      const drip = isLip ? Math.abs(random.gauss()) * size * 0.035 : 0
      const y = edge[at + 1]! + random.gauss() * size * 0.014 + drip
      disc(frame, [x, y, size * random.range(0.004, 0.013)], SPRAY, { alpha: 0.96, label: Label.water })
    }
  }
  for (let m = 0; m < 120; m++) {
    const x = width * (0.5 + random.gauss() * 0.17)
    disc(frame, [x, height * (0.26 + random.gauss() * 0.12), size * random.range(0.0012, 0.004)], SPRAY, { alpha: 0.9 })
  }
  shaded(frame, drawPath(FOREGROUND_WAVE, whole), {
    base: (x, y) => blendRgb(deep, middle, 0.5 + 0.5 * Math.sin((y / height) * 120 + (x / width) * 9)),
    rim: [0.9, 0.95, 0.97],
    toLight: [0.2, -1],
    reach: size * 0.012,
    label: Label.water,
  })
}
