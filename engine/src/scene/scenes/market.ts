// An open-air market: two rows of stalls along an aisle of beaten earth, people between them, trees behind.
import { fromHexes, mix } from '../../core/colour.ts'
import type { Random } from '../../core/random.ts'
import { drawBroadleaf } from '../../objects/trees/broadleaf.ts'
import { drawPalm } from '../../objects/trees/palm.ts'
import { hangBulbs, peopleAmong, poolOfLight, type Standing, stand } from '../gathering.ts'
import { layTerrain, plant, refusesTrees } from '../ground.ts'
import { refuses, type Scene } from '../scene.ts'

const AWNINGS = fromHexes('#d8452f', '#f2b02e', '#2f7fb8', '#2f9a6a', '#e8e0d0', '#c23f7a', '#e8772e')
const WALLS = fromHexes('#d8a878', '#e8d2ac', '#8fb0b4', '#c98a66', '#e2b98a')

export function composeMarket(scene: Scene): void {
  const { palette, spec } = scene
  layTerrain(scene, 'plain', { relief: 0.12, fog: Math.max(0.026, scene.fog) })
  plantBackdrop(scene)
  const random = scene.random.fork('market')
  const isEmpty = refuses(scene, 'person')
  const people = isEmpty ? [] : peopleAmong(24, { depths: [3.4, 15], spread: 0.2 }, random)
  stand(scene, [...shopFronts(random), ...rowsOfStalls(random), ...people], random)
  scene.drawn.add('stall').add('person')
  if (!palette.isNight && spec.time !== 'dusk') return
  for (const z of [4, 6, 9, 13]) for (const x of [-0.34, 0.34]) poolOfLight(scene, x * z, z)
  hangBulbs(scene, 3, random)
}

function plantBackdrop(scene: Scene): void {
  if (refusesTrees(scene)) return
  const { frame, light, palette } = scene
  plant(scene, { count: 26, depths: [18, 36], height: 3.2 }, (plot, random) => {
    if (random.chance(0.4)) drawPalm(frame, { ...plot, leaf: palette.leaf }, light, random)
    else {
      const { leaf, leafLight } = palette
      drawBroadleaf(frame, { ...plot, height: plot.height * 0.8, leaf, leafLight }, light, random)
    }
  })
}

/** Low houses that close the street. */
function shopFronts(random: Random): Standing[] {
  return Array.from({ length: 9 }, (_, k) => ({
    name: 'house',
    x: (k - 4) * 3.1 + random.gauss() * 0.4,
    z: 17 + random.range(-1, 1),
    height: random.range(1.9, 2.7),
    colour: random.pick(WALLS),
  }))
}

function rowsOfStalls(random: Random): Standing[] {
  const stalls: Standing[] = []
  for (const side of [-1, 1]) {
    for (let z = 13; z > 2.9; z /= 1.3) {
      const x = side * z * random.range(0.3, 0.38)
      const colour = mix(random.pick(AWNINGS), [1, 1, 1], random.range(0, 0.12))
      stalls.push({ name: 'stall', x, z, height: random.range(1.35, 1.6), colour })
      if (z > 5)
        stalls.push({ name: 'stall', x: x + side * 1.9, z: z + 0.6, height: 1.5, colour: random.pick(AWNINGS) })
    }
  }
  return stalls
}
