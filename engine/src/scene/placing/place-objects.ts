// Puts the objects of the prompt into a composed scene: on water, on the ground, in the air, in the open.
import type { Rgb } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import type { SceneLight } from '../../core/light.ts'
import type { Random } from '../../core/random.ts'
import { disc, fill } from '../../core/raster.ts'
import { lerp } from '../../core/scalar.ts'
import { ellipse } from '../../core/shapes.ts'
import { drawObject, objectHeights } from '../../objects/draw-object.ts'
import { colourValue } from '../../prompt/colour-values.ts'
import { AIRBORNE } from '../../prompt/homes.ts'
import type { AskedObject, Environment, ObjectKind } from '../../prompt/spec.ts'
import { reflectObject } from '../reflection.ts'
import type { Scene } from '../scene.ts'

const MOST = 9
const FLOATING: ReadonlySet<ObjectKind> = new Set(['sailboat', 'rowboat', 'whale', 'bridge'])
const LARGE: ReadonlySet<ObjectKind> = new Set([
  'castle',
  'windmill',
  'pyramid',
  'house',
  'cabin',
  'lighthouse',
  'eiffel-tower',
  'pagoda',
  'baobab',
  'hut',
])
const BACKLIT: ReadonlySet<ObjectKind> = new Set(['person', 'couple', 'deer', 'horse', 'wolf', 'cat'])
const SPREAD_OUT: ReadonlySet<Environment> = new Set(['forest', 'garden'])
const OPEN_AIR: ReadonlySet<Environment> = new Set(['space', 'sky'])
const VEHICLES: ReadonlySet<ObjectKind> = new Set(['car', 'minibus'])
const TOWNS: ReadonlySet<Environment> = new Set(['city', 'paris', 'orient'])

/** One object among the same. */
interface Asked {
  readonly scene: Scene
  readonly object: AskedObject
  readonly index: number
  readonly count: number
  readonly random: Random
}

export function placeObjects(scene: Scene): void {
  for (const object of scene.spec.objects) {
    if (scene.drawn.has(object.id) || scene.spec.refused.has(object.id) || isNowhere(scene, object)) continue
    const count = Math.min(MOST, object.count)
    for (let index = 0; index < count; index++) {
      const random = scene.random.fork(`object:${object.id}:${index}`)
      placerFor(scene, object)({ scene, object, index, count, random })
    }
  }
}

/** A bridge in a town without water leads nowhere. */
function isNowhere({ spec, hasWater }: Scene, { id }: AskedObject): boolean {
  return id === 'bridge' && !hasWater && TOWNS.has(spec.environment)
}

function placerFor(scene: Scene, { id }: AskedObject): (asked: Asked) => void {
  const { environment } = scene.spec
  if (OPEN_AIR.has(environment) || AIRBORNE.has(id)) return placeInAir
  if (environment === 'underwater') return placeUnderWater
  if (scene.hasWater && FLOATING.has(id)) return environment === 'beach' && id === 'rowboat' ? beachBoat : float
  if (scene.terrain) return environment === 'islands' ? onIslands(id) : placeOnGround
  return SPREAD_OUT.has(environment) ? placeInClearing : inFront(environment, id)
}

function inFront(environment: Environment, id: ObjectKind): (asked: Asked) => void {
  return TOWNS.has(environment) && VEHICLES.has(id) ? placeInQueue : placeInFront
}

/** What is built stands on the near bank, what floats between the islands. */
function onIslands(id: ObjectKind): (asked: Asked) => void {
  return isBuilt(id) ? placeInFront : placeOffshore
}

export function isBuilt(id: ObjectKind): boolean {
  return LARGE.has(id) && id !== 'lighthouse'
}

/** Whoever is seen near makes a car behind them as large as it is. */
const BY_SOMEBODY = 2.1

function isBySomebody({ spec: { subjects } }: Scene): boolean {
  return subjects[0]?.figure != null
}

/** Heights are shares of the picture's; in a tall picture its width is what limits them. */
function usualHeight({ scene, object }: Asked): number {
  const { width, height } = scene.frame
  const near = VEHICLES.has(object.id) && isBySomebody(scene) ? BY_SOMEBODY : 1
  return objectHeights[object.id] * near * Math.min(height, width * 1.15)
}

/** What a picture is of fills at least this share of its height. */
const LEAST_OF_MAIN = 0.46
const LEAST_OF_BUILDINGS = 0.5

function leastHeight({ scene, object, count }: Asked): number {
  const { frame, spec } = scene
  const isMain = spec.objects[0] === object && spec.subjects.length === 0 && count === 1 && object.position !== 'far'
  const isWide = spec.composition.has('wide') || spec.composition.has('empty')
  return isMain && !isWide
    ? (LARGE.has(object.id) ? LEAST_OF_BUILDINGS : LEAST_OF_MAIN) * Math.min(frame.height, frame.width * 1.15)
    : 0
}

interface Place {
  readonly x: number
  readonly y: number
  readonly height: number
}

function draw({ scene, object, random }: Asked, place: Place, backlit = false, light?: SceneLight): void {
  const colour = colourValue(object.colour)
  drawObject(
    scene.frame,
    { name: object.id, ...place, backlit, ...(colour && { colour }) },
    light ?? scene.light,
    random,
  )
}

const SPACE_LIGHT = { x: 0, y: 0, direct: [0.9, 0.85, 0.8], ambient: [0.4, 0.42, 0.55] } as const

function placeInAir(asked: Asked): void {
  const { scene, index, count, random } = asked
  const { frame, spec, isSunRight } = scene
  const isSpace = spec.environment === 'space'
  const height = usualHeight(asked) * airScale(asked, isSpace)
  const hasGrounded = spec.objects.some(({ id }) => !AIRBORNE.has(id))
  const alone = spec.environment === 'sky' ? (isSunRight ? 0.42 : 0.58) : isSunRight === hasGrounded ? 0.7 : 0.3
  const spread = isSpace
    ? 0.5 + (count > 1 ? index / count - 0.4 : 0)
    : count > 1
      ? 0.12 + (0.76 * (index + 0.5)) / count
      : alone
  const level = Math.min(scene.horizon, frame.height * 0.8) * random.range(0.45, 0.86)
  const y = Math.max(height + frame.height * 0.05, isSpace ? frame.height * 0.72 : level)
  draw(asked, { x: frame.width * spread, y, height }, false, isSpace ? { ...scene.light, ...SPACE_LIGHT } : scene.light)
}

function airScale({ object, count, random }: Asked, isSpace: boolean): number {
  if (isSpace && count === 1) return 1.05
  if (object.id !== 'balloon') return 1
  return count === 1 ? 1.7 : random.range(0.5, 1.15)
}

function placeUnderWater(asked: Asked): void {
  const { scene, random } = asked
  const { width, height } = scene.frame
  const at = { x: width * random.range(0.3, 0.7), y: height * random.range(0.45, 0.65) }
  draw(asked, { ...at, height: usualHeight(asked) })
}

function beachBoat(asked: Asked): void {
  const { scene, index } = asked
  const { width, height } = scene.frame
  const x = scene.isSunRight ? 0.4 : 0.6
  draw(asked, {
    x: width * (x + 0.22 * index),
    y: height * (0.93 + 0.02 * index),
    height: height * 0.3 * (1 - 0.12 * index),
  })
}

function acrossOf({ object, index, count }: Asked, alone: number): number {
  if (object.position === 'left') return 0.25
  if (object.position === 'right') return 0.75
  if (object.position === 'centre') return 0.5
  return count > 1 ? (index + 0.5) / count : alone
}

function float(asked: Asked): void {
  const { scene, object, count, random } = asked
  const { frame, horizon } = scene
  if (object.id === 'bridge' && scene.spec.subjects.length > 0) return spanBehind(asked)
  const near = count > 1 ? random.range(0.08, 0.5) : random.range(0.2, 0.34)
  const x = frame.width * acrossOf(asked, scene.isSunRight ? 0.36 : 0.64)
  const y = waterRow(scene, x, horizon + (frame.height - horizon) * near)
  const height = Math.max(usualHeight(asked) * (0.55 + 1.5 * near), leastHeight(asked))
  if (object.id === 'whale') {
    draw(asked, { x, y: y + height * 0.12, height })
    splash(asked, { x, y: y + height * 0.02, height })
    return
  }
  draw(asked, { x, y, height })
  reflectObject(frame, { x, y: y - height * 0.01, height }, random.fork('reflection'))
}

/** From bank to bank, above whoever is before it. */
function spanBehind(asked: Asked): void {
  const { scene, random } = asked
  const { frame, horizon } = scene
  const y = waterRow(scene, frame.width * 0.5, horizon + (frame.height - horizon) * 0.12)
  const height = frame.width * SPAN
  draw(asked, { x: frame.width * 0.5, y, height })
  reflectObject(frame, { x: frame.width * 0.5, y: y - height * 0.01, height }, random.fork('reflection'))
}

/** Of the picture's width: as high as it must be to reach across. */
const SPAN = 0.4

/** The row itself, or the first below it where there is water across: a shore may hide the upper part of a lake. */
function waterRow({ frame }: Scene, x: number, y: number): number {
  const { width, height, label } = frame
  const margin = height * 0.03
  const isWater = (row: number) => label[Math.min(height - 1, row | 0) * width + (x | 0)] === Label.water
  for (let row = y; row < height * 0.9; row += 4) if (isWater(row) && isWater(row - margin)) return row
  return y
}

const FOAM: Rgb = [0.95, 0.97, 1]

function splash({ scene, random }: Asked, { x, y, height }: Place): void {
  const { frame } = scene
  for (let k = 0; k < 160; k++) {
    const angle = random.next() * 6.28
    const reach = 0.42 + 0.14 * random.next()
    const at = [
      x + Math.cos(angle) * height * reach,
      y + Math.sin(angle) * height * 0.05 + random.gauss() * height * 0.01,
    ] as const
    fill(frame, [ellipse(at, [height * random.range(0.01, 0.03), height * 0.007], 0, 8)], FOAM, { alpha: 0.5 })
  }
  for (let k = 0; k < 50; k++) {
    const drop = [x + random.gauss() * height * 0.25, y - Math.abs(random.gauss()) * height * 0.16] as const
    disc(frame, [...drop, height * 0.007 * random.next() + 0.6], [1, 1, 1], { alpha: 0.7 })
  }
}

function placeOffshore(asked: Asked): void {
  const { scene, random } = asked
  const { frame } = scene
  const height = usualHeight(asked) * 0.7
  const place = { x: frame.width * acrossOf(asked, 0.5), y: scene.horizon + frame.height * 0.12, height }
  draw(asked, place)
  reflectObject(frame, place, random.fork('reflection'))
}

const POSITION_SCALES = { far: 0.5, front: 1.5, left: 1, right: 1, centre: 1 } as const

function placeOnGround(asked: Asked): void {
  const { scene, object, count, random } = asked
  const { frame, terrain } = scene
  if (!terrain) return
  const [nearest, farthest] = LARGE.has(object.id) ? [8, 11] : [4.2, 6]
  const z = random.range(nearest, count > 1 ? farthest * 1.6 : farthest)
  const side = scene.isSunRight ? -1 : 1
  const drift = count > 1 ? random.gauss() * 0.05 : 0
  const across = acrossOf(asked, 0.5 + side * random.range(0.1, 0.2)) - 0.5 + drift
  const spot = dryPlace(scene, ((across * frame.width) / terrain.focal) * z, z)
  const scale = (count > 1 ? 0.8 : 1.1) * (object.position ? POSITION_SCALES[object.position] : 1)
  const height = Math.max((usualHeight(asked) * ((nearest + farthest) / 2) * scale) / spot.z, leastHeight(asked))
  const isBacklit = scene.isSunLow && !scene.palette.isNight && BACKLIT.has(object.id)
  draw(asked, { x: spot.x, y: spot.y + 2, height }, isBacklit)
}

/** The place itself, or the first dry ground behind it. */
function dryPlace({ terrain, frame }: Scene, x: number, z: number): { x: number; y: number; z: number } {
  const { water, heightAt, project } = terrain!
  if (water === null) return { ...project(x, z), z }
  const slope = x / z
  for (let step = z; step < 26; step *= 1.06) {
    if (heightAt(slope * step, step) > water + 0.03) return { ...project(slope * step, step), z: step }
  }
  const at = project(x, z)
  return { x: at.x, y: Math.min(at.y, frame.height * 0.97), z }
}

function placeInClearing(asked: Asked): void {
  const { scene, index, count, random } = asked
  const { width, height } = scene.frame
  const near = count > 1 ? (index + 0.5) / count : 0.75
  if (count === 1) {
    const x = width * acrossOf(asked, 0.5)
    draw(asked, { x, y: height * 0.87, height: Math.max(usualHeight(asked) * 1.15, leastHeight(asked)) })
    return
  }
  const x = width * (0.1 + 0.8 * ((index * 0.618 + random.next() * 0.12) % 1))
  const size = usualHeight(asked) * lerp(0.38, 0.95, near * near) * random.range(0.8, 1.2)
  draw(asked, { x, y: height * lerp(0.76, 0.98, near), height: size })
}

function placeInFront(asked: Asked): void {
  const { scene, object, index, count } = asked
  const { frame, isSunLow, isSunRight, palette } = scene
  const alone = isSunRight ? 0.34 : 0.66
  const across = count > 1 && object.position === null ? 0.1 + (0.8 * (index + 0.5)) / count : acrossOf(asked, alone)
  const place = {
    x: frame.width * across,
    y: footRow(scene),
    height: Math.max(usualHeight(asked) * Math.min(1, 2.2 / count), leastHeight(asked)),
  }
  draw(asked, place, isSunLow && !palette.isNight && BACKLIT.has(object.id))
}

/** How near each one is, the last one nearest. */
const QUEUE = [0.3, 0.42, 0.62, 1] as const

/** In the street, one behind the other, as large as it is near. */
function placeInQueue(asked: Asked): void {
  const { scene, index, count } = asked
  const { frame, horizon } = scene
  const near = QUEUE[Math.max(0, QUEUE.length - count + index)] ?? 1
  const front = frame.height * 0.95
  const fromMiddle = count === 1 ? 0 : (index & 1 ? 0.13 : -0.13) * (1.1 - 0.5 * near)
  draw(asked, {
    x: frame.width * (0.5 + fromMiddle),
    y: horizon + (front - horizon) * near,
    height: Math.max(0.42 * near, 0.1) * frame.height,
  })
}

function footRow({ frame, horizon, isFlat, spec }: Scene): number {
  const { environment } = spec
  if (isFlat) return frame.height * 0.82
  if (environment === 'beach') return frame.height * 0.93
  if (environment === 'sea') return horizon + frame.height * 0.1
  return frame.height * (TOWNS.has(environment) ? 0.97 : 0.9)
}
