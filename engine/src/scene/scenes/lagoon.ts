import { blendRgb, fromHex, fromHexes, type Rgb, scaleRgb } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import { lit } from '../../core/light.ts'
import { fill } from '../../core/raster.ts'
import { lerp } from '../../core/scalar.ts'
import { line, rectangle } from '../../core/shapes.ts'
import { drawObject } from '../../objects/draw-object.ts'
import { drawBroadleaf } from '../../objects/trees/broadleaf.ts'
import { drawPalm } from '../../objects/trees/palm.ts'
import { layTerrain, plant, refusesTrees } from '../ground.ts'
import { reflectObject, reflectPlants } from '../reflection.ts'
import { refuses, type Scene } from '../scene.ts'
import { scatterLotuses } from './flowers/flowers.ts'

const LAGOON_BROADLEAF = fromHexes('#2f5f34', '#6f9a44')

/** Calm water, palms on low banks: pirogues and stilt houses are placed like any object. */
export function composeLagoon(scene: Scene): void {
  const { frame, palette, light, random } = scene
  layTerrain(scene, 'banks', { water: 0, eye: 1, relief: 1 })
  scene.hasWater = true
  if (!refusesTrees(scene)) {
    plant(scene, { count: 300, depths: [5, 34], height: 0.85, spread: 0.8 }, (plot, random) => {
      if (random.chance(0.45))
        drawPalm(frame, { ...plot, height: plot.height * 1.25, leaf: palette.leaf }, light, random)
      else {
        const [leaf, leafLight] = LAGOON_BROADLEAF as [Rgb, Rgb]
        drawBroadleaf(frame, { ...plot, height: plot.height * 0.8, leaf, leafLight }, light, random)
      }
    })
  }
  reflectPlants(frame, scene.horizon, random.fork('reflection'))
  if (scene.spec.hints.has('stilts')) raiseStiltHouses(scene)
  const foreground = random.fork('palms')
  const x = frame.width * (scene.isSunRight ? 0.1 : 0.9)
  const leaf = scaleRgb(palette.leaf, 0.8)
  if (!refuses(scene, 'palm'))
    drawPalm(frame, { x, y: frame.height * 1.02, height: frame.height * 0.66, leaf }, light, foreground)
  if (scene.spec.elements.has('lotus')) scatterLotuses(scene)
}

const WOOD: Rgb = fromHex('#4a3222')
const WALLS = fromHexes('#a8703f', '#b5845a', '#8f5a36', '#c09468')
const HOUSES = 9

/** A lake village: huts over the water, each on its posts. */
function raiseStiltHouses(scene: Scene): void {
  const { frame, light, horizon, palette } = scene
  const random = scene.random.fork('stilts')
  for (let k = 0; k < HOUSES; k++) {
    const near = k / (HOUSES - 1)
    const water = horizon + (frame.height - horizon) * lerp(0.12, 0.42, near)
    const height = frame.height * lerp(0.07, 0.2, near) * random.range(0.85, 1.1)
    const x = frame.width * ((0.08 + k * 0.618 * 0.86) % 0.86) + frame.width * 0.07
    const deck = water - height * 0.34
    const haze = lerp(0.35, 0, near)
    const post = blendRgb(lit(WOOD, light, 0.3), palette.haze, haze)
    for (let p = -2; p <= 2; p++) {
      const at = x + p * height * 0.24
      fill(frame, [line([at, deck, at + p * height * 0.02, water], height * 0.045)], post, { label: Label.subject })
    }
    const floor = rectangle(x - height * 0.62, deck - height * 0.03, height * 1.24, height * 0.06)
    fill(frame, [floor], post, { label: Label.subject })
    const colour = blendRgb(random.pick(WALLS), palette.haze, haze)
    drawObject(frame, { name: 'hut', x, y: deck, height, colour }, light, random)
    reflectObject(frame, { x, y: water, height: height * 1.3 }, random.fork(`mirror:${k}`))
  }
  scene.drawn.add('hut').add('house')
}
