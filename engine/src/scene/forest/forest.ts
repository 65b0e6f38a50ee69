import { boxBlur } from '../../core/blur.ts'
import { fromHex, mix, type Rgb } from '../../core/colour.ts'
import { coverage } from '../../core/coverage.ts'
import type { Frame } from '../../core/frame.ts'
import { Noise } from '../../core/noise.ts'
import { createPlane, type Plane } from '../../core/plane.ts'
import { disc, glow } from '../../core/raster.ts'
import { resize } from '../../core/resize.ts'
import { clamp, lerp, smoothstep } from '../../core/scalar.ts'
import type { TimeOfDay } from '../../prompt/spec.ts'
import { refuses, type Scene } from '../scene.ts'
import { paintFoliage, paintGroundStrip, paintUndergrowth } from './growth.ts'
import type { Forest, ForestColours, ForestLayer } from './layers.ts'
import { paintTrunks } from './trunks.ts'

// A clearing between layers of trunks, far to near, with haze between the layers and light through the canopy.

const LAYERS = 7

export function composeForest(scene: Scene): void {
  const { frame, spec } = scene
  const random = scene.random.fork('forest')
  const forest: Forest = {
    scene,
    random,
    noise: new Noise(random),
    colours: coloursOf(scene),
    lightX: frame.width * random.range(0.38, 0.62),
    lightY: frame.height * 0.3,
    hasConifers: spec.elements.has('conifer') || scene.isSnowy,
    hasBamboo: spec.elements.has('bamboo'),
  }
  scene.light = { ...scene.light, x: forest.lightX, y: forest.lightY }
  paintClearing(forest)
  if (scene.palette.isNight && !refuses(scene, 'moon')) paintForestMoon(forest)
  const haze = hazeField(forest)
  for (let index = 0; index < LAYERS; index++) {
    const layer = layerOf(forest, index)
    paintGroundStrip(forest, layer)
    paintTrunks(forest, layer)
    paintFoliage(forest, layer)
    paintUndergrowth(forest, layer)
    if (index < LAYERS - 1) paintHaze(forest, haze, layer)
  }
  if (!refuses(scene, 'rays') && !spec.moods.has('dark')) paintBeams(forest)
}

const DAYLIGHT: Readonly<Partial<Record<TimeOfDay, Rgb>>> = { sunset: fromHex('#ffc27a'), dawn: fromHex('#ffe2b8') }

function coloursOf({ palette, spec }: Scene): ForestColours {
  const isNight = palette.isNight
  const isAutumn = spec.season === 'autumn'
  const day = isAutumn ? fromHex('#ffd9a0') : (DAYLIGHT[spec.time] ?? fromHex('#eef3c8'))
  const light = isNight ? mix(fromHex('#8fb0e0'), palette.sky[2]!, 0.4) : day
  const shade = spec.moods.has('dark') ? '#0d1416' : isAutumn ? '#2a1810' : '#14201a'
  const dark = fromHex(isNight ? '#060d18' : shade)
  return { light, dark, middle: mix(mix(light, palette.leaf, 0.5), dark, isNight ? 0.55 : 0.2) }
}

function layerOf({ scene, colours }: Forest, index: number): ForestLayer {
  const { palette, frame } = scene
  const { light, middle, dark } = colours
  const near = index / (LAYERS - 1)
  const haze = mix(light, middle, 0.4 + 0.3 * near)
  const isNight = palette.isNight
  return {
    index,
    near,
    ground: frame.height * lerp(0.6, 1, near ** 1.2),
    haze,
    bark: mix(haze, dark, clamp(0.1 + 0.95 * near ** 0.9)),
    leaf: mix(mix(palette.leaf, haze, clamp(0.95 - near * 0.9)), dark, isNight ? 0.35 + 0.4 * near : 0.12 * near),
    leafLight: isNight
      ? mix(mix(palette.leafLight, haze, 0.45), dark, 0.25 + 0.35 * near)
      : mix(mix(palette.leafLight, haze, (1 - near) * 0.8), light, 0.1),
  }
}

/** A field computed on every eighth pixel. */
function softField(frame: Frame, value: (x: number, y: number) => number): Plane {
  const small = createPlane(Math.ceil(frame.width / 8), Math.ceil(frame.height / 8))
  for (let y = 0, i = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++, i++) small.data[i] = value(x * 8, y * 8)
  }
  return resize(small, frame.width, frame.height)
}

function paintClearing({ scene, colours, lightX, lightY }: Forest): void {
  const { frame, palette } = scene
  const { width, height, r, g, b } = frame
  const { light, middle, dark } = colours
  const strength = palette.isNight ? 0.75 : 1
  const field = softField(frame, (x, y) => {
    const distance = Math.hypot((x - lightX) / width, ((y - lightY) / height) * 0.8)
    return Math.exp(-distance * distance * 7) * strength
  }).data
  for (let y = 0, i = 0; y < height; y++) {
    const floor = smoothstep(height * 0.55, height, y) * 0.6
    for (let x = 0; x < width; x++, i++) {
      const k = field[i]!
      r[i] = lerp(lerp(middle[0], light[0], k), dark[0] + 0.1, floor)
      g[i] = lerp(lerp(middle[1], light[1], k), dark[1] + 0.1, floor)
      b[i] = lerp(lerp(middle[2], light[2], k), dark[2] + 0.08, floor)
    }
  }
}

function paintForestMoon({ scene, lightX, lightY }: Forest): void {
  const { frame } = scene
  const y = lightY * 0.7
  disc(frame, [lightX, y, 40 * frame.unit], fromHex('#f2f5ff'))
  glow(frame, [lightX, y, 260 * frame.unit], fromHex('#a8c4f0'), 0.5)
}

function hazeField({ scene, lightX, lightY }: Forest): Plane {
  const { width, height } = scene.frame
  return softField(scene.frame, (x, y) => {
    const distance = Math.hypot((x - lightX) / width, (y - lightY - height * 0.15) / height)
    return Math.exp(-distance * distance * 4.5)
  })
}

function paintHaze({ scene, colours }: Forest, field: Plane, layer: ForestLayer): void {
  const { frame, palette, spec } = scene
  const { width, height } = frame
  const strength = (palette.isNight ? 0.1 : 0.15) * (spec.weather.has('mist') ? 1 : 0.6)
  for (let y = 0, i = 0; y < height; y++) {
    const isLow = y > height * 0.45 && y < layer.ground + 20
    const low = isLow ? strength * 0.7 * smoothstep(height * 0.4, layer.ground, y) : 0
    for (let x = 0; x < width; x++, i++) {
      const alpha = strength * field.data[i]! + low
      if (alpha > 0.01) frame.blend(i, colours.light, alpha)
    }
  }
}

const BEAMS = 9

/** Shafts of light from the canopy, widening and fading downwards. */
function paintBeams({ scene, random, colours, lightX }: Forest): void {
  const { frame, palette } = scene
  const { width, height } = frame
  const mask = createPlane(width, height)
  for (let k = 0; k < BEAMS; k++) {
    const angle = Math.PI / 2 + random.gauss() * 0.55
    const x = lightX + random.gauss() * width * 0.12
    const half = frame.shortSide * random.range(0.012, 0.045)
    const length = height * random.range(0.7, 1.1)
    const endX = x + Math.cos(angle) * length
    const end = length - 20
    const beam = [x - half, -20, x + half, -20, endX + half * 2.6, end, endX - half * 2.6, end]
    coverage(frame, [beam], (px, py, covered) => {
      mask.data[py * width + px]! += covered * 0.13 * (1 - py / (height * 1.05))
    })
  }
  const soft = boxBlur(mask, 9 * frame.unit, 2).data
  const strength = palette.isNight ? 0.55 : 1
  for (let i = 0; i < frame.size; i++) if (soft[i]! > 0.004) frame.screen(i, colours.light, soft[i]! * strength)
}
