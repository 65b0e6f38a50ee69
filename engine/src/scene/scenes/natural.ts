// Mountains, lakes, hills, fields, deserts and their kin: one terrain each, planted.
import { fromHex } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import { clamp } from '../../core/scalar.ts'
import { drawAcacia } from '../../objects/trees/acacia.ts'
import { drawCactus } from '../../objects/trees/cactus.ts'
import { drawPalm } from '../../objects/trees/palm.ts'
import { colourValue } from '../../prompt/colour-values.ts'
import { stand } from '../gathering.ts'
import { drawAnyTree, drawFir, drawLeafyTree, growGrass, layTerrain, plant, refusesTrees } from '../ground.ts'
import { reflectPlants } from '../reflection.ts'
import { asksFor, refuses, type Scene } from '../scene.ts'
import { layRoad } from '../terrain/road.ts'
import { raiseWaterfall } from '../terrain/waterfall.ts'
import { scatterFlowers, scatterLotuses } from './flowers/flowers.ts'
import { drawPlanets } from './heavens/planets.ts'
import { fillPool, layPark, setGraves, setPlayground } from './places/grounds.ts'
import { bringForward } from './places/kit.ts'
import { setFarm } from './places/work.ts'

export function composeMountain(scene: Scene): void {
  const { spec, random } = scene
  const hasLake = spec.environments.has('lake') || (random.fork('lake').chance(0.35) && spec.objects.length === 0)
  layTerrain(scene, 'alpine', { water: hasLake ? 0 : null, relief: spec.moods.has('epic') ? 1.25 : 1.05 })
  scene.hasWater = hasLake
  if (!refusesTrees(scene)) {
    const isWooded = spec.environments.has('forest') || spec.elements.has('conifer')
    const accepts = (_x: number, _z: number, height: number) => height < 2.4
    plant(scene, { count: isWooded ? 420 : 190, depths: [6, 26], height: 0.3, spread: 0.8, accepts }, (plot, random) =>
      drawFir(scene, plot, random),
    )
  }
  if (spec.elements.has('flowers')) scatterFlowers(scene, scene.horizon + scene.frame.height * 0.16, 900)
}

export function composeLake(scene: Scene): void {
  const { spec, frame, random } = scene
  const isAlpine = spec.environments.has('mountain') || !spec.environments.has('hills')
  const relief = spec.environments.has('mountain') ? 1.1 : 0.75
  layTerrain(scene, isAlpine ? 'alpine' : 'hills', { water: 0, relief })
  scene.hasWater = true
  if (!refusesTrees(scene)) {
    const accepts = (_x: number, _z: number, height: number) => height < 1.6
    const count = spec.environments.has('forest') ? 520 : 260
    plant(scene, { count, depths: [8, 24], height: 0.36, spread: 0.8, accepts }, (plot, random) => {
      const isLeafy = spec.season === 'autumn' || (random.chance(0.25) && !scene.isSnowy)
      if (isLeafy) drawLeafyTree(scene, { ...plot, height: plot.height * 0.9 }, random)
      else drawFir(scene, plot, random)
    })
  }
  if (spec.hints.has('waterfall')) raiseWaterfall(scene)
  reflectPlants(frame, scene.horizon, random.fork('reflection'))
  tintWater(scene)
  if (spec.elements.has('lotus')) scatterLotuses(scene)
}

/** « le lac Rose » */
function tintWater({ frame, spec }: Scene): void {
  const named = colourValue(spec.colourOf.get('lake'))
  if (!named) return
  for (let i = 0; i < frame.size; i++) {
    if (frame.label[i] !== Label.water) continue
    const tone = 0.5 + 0.75 * (0.3 * frame.r[i]! + 0.59 * frame.g[i]! + 0.11 * frame.b[i]!)
    frame.blend(i, [clamp(named[0] * tone), clamp(named[1] * tone), clamp(named[2] * tone)], 0.68)
  }
}

export function composeIce(scene: Scene): void {
  const random = scene.random.fork('ice')
  const hasWater = random.chance(0.5)
  layTerrain(scene, 'snowfield', { water: hasWater ? 0.02 : null, snowLine: -3 })
  const isWooded = asksFor(scene, 'cabin') || scene.spec.elements.has('conifer') || random.chance(0.5)
  if (!isWooded || refusesTrees(scene)) return
  plant(scene, { count: 120, depths: [6, 22], height: 0.34 }, (plot, random) => drawFir(scene, plot, random))
}

const CACTUS_GREEN = fromHex('#5a7a4a')

function plantCacti(scene: Scene, count: number, height: number): void {
  plant(scene, { count, depths: [3, 9], height }, (plot, random) =>
    drawCactus(scene.frame, { ...plot, leaf: CACTUS_GREEN }, scene.light, random),
  )
}

export function composeCanyon(scene: Scene): void {
  layTerrain(scene, 'canyon', { relief: 1.1 })
  if (scene.spec.elements.has('cactus') || scene.random.fork('cacti').chance(0.5)) plantCacti(scene, 9, 0.35)
}

export function composeDesert(scene: Scene): void {
  const { spec, palette } = scene
  layRoad(scene, layTerrain(scene, 'dunes', { relief: 1.15, eye: 1.15 }))
  if (spec.elements.has('cactus')) plantCacti(scene, 8, 0.4)
  if (!spec.elements.has('palm')) return
  plant(scene, { count: 10, depths: [5, 12], height: 0.8 }, (plot, random) =>
    drawPalm(scene.frame, { ...plot, leaf: palette.leaf }, scene.light, random),
  )
}

export function composeMars(scene: Scene): void {
  layTerrain(scene, scene.random.fork('mars').chance(0.5) ? 'canyon' : 'moon', { relief: 0.9 })
  drawPlanets(scene, 1)
}

export function composeMoon(scene: Scene): void {
  layTerrain(scene, 'moon')
  drawPlanets(scene, 1)
}

export function composeSavanna(scene: Scene): void {
  const { palette, spec } = scene
  layRoad(scene, layTerrain(scene, 'plain', { relief: 0.8 }))
  if (!refuses(scene, 'broadleaf', 'savanna')) {
    plant(scene, { count: 15, depths: [4, 22], height: 0.75 }, (plot, random) =>
      drawAcacia(scene.frame, { ...plot, leaf: palette.leaf, leafLight: palette.leafLight }, scene.light, random),
    )
  }
  if (spec.environments.has('village') && !asksFor(scene, 'hut')) raiseHuts(scene)
  growGrass(scene, 0.84, 700, 0.07)
}

const CLAY = fromHex('#b5724a')

function raiseHuts(scene: Scene): void {
  const random = scene.random.fork('huts')
  const huts = Array.from({ length: 9 }, () => {
    const z = random.range(7, 15)
    return { name: 'hut', x: random.range(-0.42, 0.42) * z, z, height: random.range(1.5, 1.9), colour: CLAY } as const
  })
  stand(scene, huts, random)
  scene.drawn.add('house')
}

export function composeHills(scene: Scene): void {
  const { spec, frame } = scene
  const terrain = layTerrain(scene, 'hills', { eye: 1.9, fog: Math.max(0.03, scene.fog) })
  layRoad(scene, terrain)
  if (!refusesTrees(scene)) {
    const count = asksFor(scene, 'castle') ? 70 : 110
    plant(scene, { count, depths: [5, 40], height: 0.62 }, (plot, random) => drawAnyTree(scene, plot, random))
  }
  if (spec.hints.has('farm')) setFarm(scene)
  const isFlowery =
    spec.season === 'spring' || ['flowers', 'daisy', 'poppy'].some((id) => spec.elements.has(id as 'flowers'))
  if (isFlowery && !refuses(scene, 'flowers')) scatterFlowers(scene, frame.height * 0.76, 1100)
  else growGrass(scene, 0.88, 420, 0.05)
}

export function composeGarden(scene: Scene): void {
  layRoad(scene, layTerrain(scene, 'hills', { eye: 1.4, relief: 0.35, fog: Math.max(0.03, scene.fog) }))
  const accepts = (x: number, z: number) => Math.abs(x) > 0.12 * z || z > 18
  if (!refusesTrees(scene)) {
    plant(scene, { count: 60, depths: [7, 30], height: 0.6, spread: 0.8, accepts }, (plot, random) =>
      drawAnyTree(scene, plot, random),
    )
  }
  const isFurnished = furnishGarden(scene)
  if (!isFurnished && !refuses(scene, 'flowers') && !scene.isSnowy)
    scatterFlowers(scene, scene.horizon + scene.frame.height * 0.1, 2600)
}

const GARDENS: readonly (readonly [string, (scene: Scene) => void])[] = [
  ['graves', setGraves],
  ['playground', setPlayground],
  ['basin', fillPool],
  ['park', layPark],
]

const PLANTED = 9

/** What a garden is for, where it is no garden of flowers. */
function furnishGarden(scene: Scene): boolean {
  const found = GARDENS.find(([hint]) => scene.spec.hints.has(hint))
  if (!found) return false
  found[1](scene)
  bringForward(scene.frame, PLANTED)
  return true
}
