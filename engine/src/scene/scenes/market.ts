// An open-air market: two rows of stalls along an aisle of beaten earth, people between them, trees behind.
import { fromHexes, mix, type Rgb } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import { lit, type SceneLight } from '../../core/light.ts'
import type { Random } from '../../core/random.ts'
import { disc, fill } from '../../core/raster.ts'
import { drawPath, ellipse, line, rectangle } from '../../core/shapes.ts'
import { drawBroadleaf } from '../../objects/trees/broadleaf.ts'
import { drawPalm } from '../../objects/trees/palm.ts'
import { hangBulbs, peopleAmong, poolOfLight, type Standing, stand, stretchOf } from '../gathering.ts'
import { layTerrain, plant, refusesTrees } from '../ground.ts'
import { refuses, type Scene } from '../scene.ts'
import { composeParasols } from './rooms/parasols.ts'
import { composeStall } from './rooms/stall.ts'
import { times } from './rooms/surface.ts'

const AWNINGS = fromHexes('#d8452f', '#f2b02e', '#2f7fb8', '#2f9a6a', '#e8e0d0', '#c23f7a', '#e8772e')
const WALLS = fromHexes('#d8a878', '#e8d2ac', '#8fb0b4', '#c98a66', '#e2b98a')

/** Its aisle between the stalls, or one stall seen close behind whoever stands there. */
export function composeMarket(scene: Scene): void {
  if (isUnderParasols(scene)) composeParasols(scene)
  else if (isAtAStall(scene)) composeStall(scene)
  else composeAisle(scene)
}

/** Seen from above, or for the umbrellas over it. */
function isUnderParasols({ spec: { subjects, objects, hints } }: Scene): boolean {
  const hasOthers = objects.length > 0 || subjects.some(({ isBackdrop }) => !isBackdrop)
  return !hasOthers && (hints.has('above') || subjects.some(({ subject }) => subject === 'umbrella'))
}

function isAtAStall({ spec, palette, random }: Scene): boolean {
  const [main] = spec.subjects
  if (!main || main.isBackdrop || spec.objects.length > 0 || palette.isNight || spec.time === 'dusk') return false
  return spec.elements.size === 0 && !spec.composition.has('wide') && random.fork('stalls').chance(0.5)
}

function composeAisle(scene: Scene): void {
  const { palette, spec } = scene
  layTerrain(scene, 'plain', { relief: 0.12, fog: Math.max(0.026, scene.fog) })
  plantBackdrop(scene)
  const random = scene.random.fork('market')
  const isEmpty = refuses(scene, 'person')
  const people = isEmpty ? [] : peopleAmong(24, { depths: [3.4, 15], spread: 0.2 }, random)
  const hasParasols = random.fork('parasols').chance(0.4)
  stand(scene, [...shopFronts(random), ...(hasParasols ? [] : rowsOfStalls(random))], random)
  if (hasParasols) openParasols(scene, random)
  stand(scene, people, random)
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

/** Large umbrellas over cloths spread on the ground. */
function openParasols(scene: Scene, random: Random): void {
  const { frame, terrain, light } = scene
  const stretch = stretchOf(scene)
  const places: (readonly [x: number, z: number])[] = []
  for (const side of [-1, 1]) for (let z = 13; z > 3; z /= 1.36) places.push([side * z * random.range(0.24, 0.46), z])
  for (const [x, z] of places.toSorted((a, b) => b[1] - a[1])) {
    const at = terrain?.project(x * stretch, z * stretch)
    if (!at) continue
    const tall = random.range(1.5, 1.8) * stretch * at.scale
    drawParasol(frame, [at.x, at.y, tall], { dye: random.pick(AWNINGS), light, random })
  }
}

interface Parasol {
  readonly dye: Rgb
  readonly light: SceneLight
  readonly random: Random
}

function drawParasol(frame: Scene['frame'], [x, y, tall]: readonly [number, number, number], made: Parasol): void {
  const { dye, light, random } = made
  const thing = { label: Label.building, depth: 6 }
  const half = tall * 0.62
  fill(frame, [ellipse([x, y], [half * 0.9, tall * 0.06], 0, 24)], [0.08, 0.05, 0.08], { alpha: 0.4 })
  fill(frame, [line([x, y - tall * 0.06, x, y - tall * 0.8], tall * 0.024)], lit([0.5, 0.4, 0.3], light, 0.4), thing)
  const table = [x - half * 0.62, y - tall * 0.3, half * 1.24, tall * 0.28] as const
  fill(frame, [rectangle(...table)], lit(times(dye, 0.55), light, 0.36), thing)
  for (let k = 0; k < 18; k++) {
    const at = [x + half * random.range(-0.58, 0.58), y - tall * random.range(0.29, 0.36)] as const
    disc(frame, [...at, tall * 0.036], lit(random.pick(AWNINGS), light, 0.45), thing)
  }
  const pale = mix(dye, [1, 0.97, 0.9], 0.8)
  const GORES = 6
  for (let k = 0; k < GORES; k++) {
    const [u, v] = [k / GORES, (k + 1) / GORES].map((t) => -Math.cos(t * Math.PI)) as [number, number]
    const sun = 0.34 + 0.3 * (light.x > x ? v : -u)
    const tone = lit(k & 1 ? pale : dye, light, sun)
    const path = `M50 0 C${50 + u * 30} 6 ${50 + u * 46} 18 ${50 + u * 50} 34 Q${50 + (u + v) * 25} 28 ${50 + v * 50} 34 C${50 + v * 46} 18 ${50 + v * 30} 6 50 0 Z`
    fill(frame, drawPath(path, { x: x - half, y: y - tall, scaleX: half / 50 }), tone, thing)
  }
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
