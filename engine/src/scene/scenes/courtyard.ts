// A yard, a maquis, a village square: a great tree, low houses, people together, bulbs when evening comes.
import { fromHex, fromHexes } from '../../core/colour.ts'
import type { Random } from '../../core/random.ts'
import { drawBroadleaf } from '../../objects/trees/broadleaf.ts'
import { drawPalm } from '../../objects/trees/palm.ts'
import { SUBJECTS } from '../../subjects/registry.ts'
import { hangBulbs, peopleAmong, poolOfLight, type Standing, stand, stretchOf } from '../gathering.ts'
import { layTerrain, plant, refusesTrees } from '../ground.ts'
import { asksFor, refuses, type Scene } from '../scene.ts'
import { setSite } from './places/work.ts'
import { setTables } from './rooms/maquis.ts'
import { composeYardWall } from './rooms/yard-wall.ts'

const WALLS = fromHexes('#c9805a', '#d9a070', '#e6c49a', '#b5694a', '#d8b48c')
const MANGO = { leaf: fromHex('#2f5a2c'), leafLight: fromHex('#7fa544'), trunk: fromHex('#4a3526') }

/** A yard as seen from its gate, or the wall of its house. */
export function composeCourtyard(scene: Scene): void {
  if (isAtTheWall(scene)) composeYardWall(scene)
  else composeYard(scene)
}

function isAskedWall({ spec: { hints, subjects } }: Scene): boolean {
  return subjects[0]?.perch === 'wall' || hints.has('bricks')
}

function isAtTheWall(scene: Scene): boolean {
  const { spec, palette, random } = scene
  const [main] = spec.subjects
  if (isAskedWall(scene)) return true
  if (isWide(scene)) return false
  if (!main || main.isBackdrop || spec.objects.length > 0 || palette.isNight || scene.isSnowy) return false
  return random.fork('yard').chance(isSmall(scene) ? 0.85 : 0.55)
}

/** « devant l'église », « sous un arbre », « au maquis »: no wall is before it. */
function isWide({ spec: { subjects, hints, environments, elements, time } }: Scene): boolean {
  if (hints.has('maquis') || hints.has('site') || environments.has('forest') || time === 'dusk') return true
  if (elements.has('lanterns') || elements.has('broadleaf')) return true
  return subjects.some(({ subject, isBackdrop }) => !isBackdrop && SUBJECTS.get(subject)?.family === 'building')
}

function composeYard(scene: Scene): void {
  const { frame, light, palette, spec } = scene
  const terrain = layTerrain(scene, 'plain', { relief: 0.15, fog: Math.max(0.024, scene.fog) })
  const random = scene.random.fork('courtyard')
  if (!refusesTrees(scene)) {
    plant(scene, { count: 22, depths: [16, 34], height: 3 }, (plot, random) => {
      if (random.chance(0.5)) drawPalm(frame, { ...plot, leaf: palette.leaf }, light, random)
      else drawBroadleaf(frame, { ...plot, ...MANGO, height: plot.height * 0.8 }, light, random)
    })
  }
  stand(scene, houses(scene, random), random)
  const side = scene.isSunRight ? -1 : 1
  if (!refusesTrees(scene)) {
    const stretch = stretchOf(scene)
    const at = terrain.project(side * 2.4 * stretch, 8 * stretch)
    const tree = { x: at.x, y: at.y + 2, height: 4.6 * stretch * at.scale, ...MANGO }
    if (!asksFor(scene, 'baobab')) drawBroadleaf(frame, tree, light, random)
  }
  if (isPeopled(scene)) gatherIn(scene, side, random)
  furnishYard(scene, random)
  scene.drawn.add('person').add('stall')
  const isEvening = palette.isNight || spec.hints.has('maquis') || spec.time === 'dusk' || spec.elements.has('lanterns')
  if (!isEvening) return
  for (const [x, z] of [
    [-1, 5],
    [1.4, 6],
    [0, 8.5],
    [-2.4, 9],
  ] as const)
    poolOfLight(scene, x, z)
  hangBulbs(scene, 3, random)
}

function furnishYard(scene: Scene, random: Random): void {
  const { hints } = scene.spec
  if (hints.has('maquis')) setTables(scene, random.fork('tables'))
  if (hints.has('site')) setSite(scene)
}

function gatherIn(scene: Scene, side: number, random: Random): void {
  const { spec } = scene
  const people = peopleAmong(spec.moods.has('joy') ? 18 : 11, { depths: [4, 9], spread: 0.3 }, random)
  const stalls: Standing[] = [
    { name: 'stall', x: -side * 1.9, z: 6.4, height: 1.5, colour: fromHex('#e8772e') },
    { name: 'stall', x: -side * 3.4, z: 8, height: 1.5, colour: fromHex('#2f7fb8') },
  ]
  stand(scene, refuses(scene, 'person') ? stalls : [...people, ...stalls], random)
}

/** Alone, or for a feast, a yard is full of people; behind whoever is asked for it is quiet. */
function isPeopled({ spec }: Scene): boolean {
  return (
    (!spec.hints.has('site') && spec.subjects.every(({ isBackdrop }) => isBackdrop)) ||
    spec.moods.has('joy') ||
    spec.hints.has('feast')
  )
}

const SMALL = 0.62

/** Beside a hen, people would be giants. */
function isSmall({
  spec: {
    subjects: [main],
  },
}: Scene): boolean {
  return main !== undefined && !main.figure && (SUBJECTS.get(main.subject)?.stature ?? 1) < SMALL
}

function houses(scene: Scene, random: Random): Standing[] {
  const areHuts = asksFor(scene, 'hut') || scene.spec.hints.has('earthen')
  scene.drawn.add('hut').add('house')
  return Array.from({ length: 8 }, (_, k) => ({
    name: areHuts ? 'hut' : 'house',
    x: (k - 3.5) * 2.9 + random.gauss() * 0.4,
    z: 13 + random.range(-1, 1.5),
    height: areHuts ? random.range(1.6, 2) : random.range(1.9, 2.5),
    colour: random.pick(WALLS),
  }))
}
