import { blendRgb, fromHex, lighten } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import { lit } from '../../core/light.ts'
import { fill, shaded } from '../../core/raster.ts'
import { drawPath } from '../../core/shapes.ts'
import { drawObject } from '../../objects/draw-object.ts'
import { drawAnyTree, growGrass, layTerrain, plant, refusesTrees } from '../ground.ts'
import { asksFor, fogAt, type Scene } from '../scene.ts'
import { layRoad } from '../terrain/road.ts'

const LIME = fromHex('#e8dcc6')
const STONE = fromHex('#d9cbb5')
const SLATE = fromHex('#5a6576')
const TILES = fromHex('#9a5038')
const CLAY = fromHex('#b5724a')
const HOUSES = 30
const CHURCH = 9
const NONE = -1

/** Words of the places whose villages have churches of stone. */
const EUROPEAN = ['castle', 'windmill'] as const

/** Huts and houses of clay, or houses of stone around a church: as the words say, else by lot. */
export function composeVillage(scene: Scene): void {
  const { frame } = scene
  const isNear = scene.nearness > 1
  const view = isNear ? { eye: 1.05, relief: 0.5 } : { eye: 1.9, relief: 0.9 }
  const terrain = layTerrain(scene, 'hills', { ...view, fog: Math.max(0.03, scene.fog) })
  layRoad(scene, terrain)
  if (!refusesTrees(scene)) {
    plant(scene, { count: 46, depths: [8, 40], height: 0.6 }, (plot, random) => drawAnyTree(scene, plot, random))
  }
  const random = scene.random.fork('village')
  const isOfHuts = hasHuts(scene)
  const church = churchOf(scene, isOfHuts)
  const side = scene.isSunRight ? -0.06 : 0.06
  const sites = Array.from({ length: isNear ? 9 : HOUSES }, () => {
    const z = random.range(7, 19) * (isNear ? 1.15 : 1)
    return { z, x: ((random.gauss() * 0.42 * frame.width) / terrain.focal) * z + side * z, tone: random.next() }
  }).toSorted((a, b) => b.z - a.z)
  for (const [i, { z, x, tone }] of sites.entries()) {
    const at = terrain.project(x, z)
    const height = ((frame.height * 1.05 * (isNear ? 0.75 * scene.nearness : 1)) / z) * (0.85 + 0.35 * tone)
    if (i === church) drawChurch(scene, [at.x, at.y + 2, height * 2], fogAt(scene, z))
    else {
      const wall = lighten(isOfHuts ? CLAY : LIME, (tone - 0.5) * 0.1)
      const colour = blendRgb(wall, scene.palette.haze, fogAt(scene, z) * 0.6)
      const isNight = scene.palette.isNight || scene.spec.time === 'dusk'
      const name = isOfHuts ? 'hut' : 'house'
      drawObject(frame, { name, x: at.x, y: at.y + 2, height, colour }, { ...scene.light, isNight }, random)
    }
  }
  scene.drawn.add(isOfHuts ? 'hut' : 'house')
  growGrass(scene, 0.9, 380, 0.05)
}

/** Beside somebody near, a church would be as tall as they are. */
function churchOf({ nearness }: Scene, isOfHuts: boolean): number {
  return isOfHuts || nearness > 1 ? NONE : CHURCH
}

function hasHuts(scene: Scene): boolean {
  const isEuropean = scene.isSnowy || EUROPEAN.some((id) => asksFor(scene, id))
  return asksFor(scene, 'hut') || isAfrican(scene) || (!isEuropean && scene.random.fork('place').chance(0.8))
}

function isAfrican({ spec }: Scene): boolean {
  return (
    spec.hints.has('tropical') ||
    spec.hints.has('earthen') ||
    spec.subjects.some(({ figure }) => figure?.tone === 'african')
  )
}

function drawChurch(scene: Scene, [x, y, height]: readonly [number, number, number], fog: number): void {
  const { frame, light } = scene
  const placement = { x: x - height / 2, y: y - height, scaleX: height / 100 }
  shaded(frame, drawPath('M40 100 L40 34 L58 34 L58 60 L90 60 L90 100 Z', placement), {
    base: lit(blendRgb(STONE, light.haze, fog * 0.6), light, 0.35),
    rim: light.direct,
    toLight: [light.x - x, -0.4],
    reach: height * 0.02,
    label: Label.building,
  })
  const roof = { label: Label.building }
  fill(frame, drawPath('M37 35 L49 0 L61 35 Z', placement), blendRgb(SLATE, light.haze, fog * 0.7), roof)
  fill(frame, drawPath('M56 62 L74 46 L94 62 Z', placement), blendRgb(TILES, light.haze, fog * 0.7), roof)
}
