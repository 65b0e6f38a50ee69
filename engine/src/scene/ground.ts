// Scenes on terrain: painting the ground with the scene's colours, and planting things on it.
import { fromHex } from '../core/colour.ts'
import type { Random } from '../core/random.ts'
import { clamp } from '../core/scalar.ts'
import { drawBroadleaf } from '../objects/trees/broadleaf.ts'
import { drawConifer } from '../objects/trees/conifer.ts'
import { drawCypress } from '../objects/trees/cypress.ts'
import { drawGrass } from '../objects/trees/grass.ts'
import { drawPalm } from '../objects/trees/palm.ts'
import { fogAt, refuses, type Scene } from './scene.ts'
import { paintSky } from './sky/paint-sky.ts'
import { paintTerrain } from './terrain/paint-terrain.ts'
import type { Terrain, TerrainKind, TerrainOptions } from './terrain/terrain.ts'

/** Sky and ground. */
export function layTerrain(scene: Scene, kind: TerrainKind, options: Partial<TerrainOptions> = {}): Terrain {
  const { frame, palette, random } = scene
  paintSky(frame, scene.sky, random)
  const terrain = paintTerrain(
    frame,
    {
      kind,
      horizon: scene.horizon,
      eye: 1,
      water: null,
      sun: scene.sun,
      colours: palette,
      fog: scene.fog,
      snowLine: snowLineOf(scene),
      relief: 1,
      rows: null,
      hasLava: false,
      ...options,
    },
    random,
  )
  scene.terrain = terrain
  return terrain
}

const NO_SNOW = 99

function snowLineOf(scene: Scene): number {
  if (refuses(scene, 'snow') || scene.spec.environment === 'volcano') return NO_SNOW
  return scene.isSnowy ? -2 : 3.2
}

/** A place found for a plant, in pixels. */
export interface Plot {
  readonly x: number
  readonly y: number
  readonly height: number
  readonly z: number
  readonly fog: number
}

export interface Planting {
  readonly count: number
  /** Nearest and farthest depth. */
  readonly depths: readonly [number, number]
  /** In world units. */
  readonly height: number
  /** Half-width of the planted strip, as a share of the picture's width. */
  readonly spread?: number
  readonly accepts?: (x: number, z: number, height: number) => boolean
}

/** Scatters plants over the visible dry ground, farthest first. */
export function plant(scene: Scene, planting: Planting, draw: (plot: Plot, random: Random) => void): void {
  const { terrain } = scene
  if (!terrain) return
  const random = scene.random.fork(`plant:${planting.count}:${planting.height}`)
  const plots: Plot[] = []
  const near = nearer(scene, planting)
  for (let attempt = 0; attempt < near.count * 3 && plots.length < near.count; attempt++) {
    const plot = tryPlot(scene, terrain, near, random)
    if (plot) plots.push(plot)
  }
  plots.sort((a, b) => b.z - a.z)
  for (const plot of plots) draw(plot, random)
}

/** Beside somebody who stands near, trees are tall, few, and farther away. */
function nearer({ nearness }: Scene, planting: Planting): Planting {
  if (nearness === 1 || planting.height > TALL) return planting
  const { count, depths, height } = planting
  const first = Math.min(depths[0] * (0.6 + 0.4 * nearness), depths[1] * 0.55)
  return { ...planting, count: Math.ceil(count / nearness), depths: [first, depths[1]], height: height * nearness }
}

/** In world units: as tall as trees are beside people. */
const TALL = 2

function tryPlot(scene: Scene, terrain: Terrain, planting: Planting, random: Random): Plot | null {
  const { frame } = scene
  const { depths, spread = 0.75, accepts } = planting
  const z = depths[0] * (depths[1] / depths[0]) ** random.next()
  const x = ((random.range(-spread, spread) * frame.width) / terrain.focal) * z
  const size = random.range(0.7, 1.25)
  const ground = terrain.heightAt(x, z)
  if (terrain.water !== null && ground < terrain.water + 0.05) return null
  if (accepts && !accepts(x, z, ground)) return null
  const at = terrain.project(x, z)
  const column = clamp(at.x, 0, frame.width - 1) | 0
  const row = clamp(at.y - 1, 0, frame.height - 1) | 0
  // Hidden behind something nearer.
  if (frame.depth[row * frame.width + column]! < z * 0.93) return null
  return { x: at.x, y: at.y, height: planting.height * at.scale * size, z, fog: fogAt(scene, z) }
}

const BLOSSOM = { leaf: fromHex('#ee9fbd'), leafLight: fromHex('#fcdbe6') }

/** The tree the prompt names, else the one the season calls for. */
export function drawAnyTree(scene: Scene, plot: Plot, random: Random): void {
  const { frame, palette, light, spec, isSnowy } = scene
  const { elements } = spec
  if (elements.has('palm')) drawPalm(frame, { ...plot, leaf: palette.leaf }, light, random)
  else if (elements.has('cherry')) drawBroadleaf(frame, { ...plot, ...BLOSSOM }, light, random)
  else if (elements.has('cypress')) {
    drawCypress(frame, { ...plot, height: plot.height * 1.1, leaf: palette.leaf }, light, random)
  } else if (elements.has('conifer') || isSnowy) {
    drawConifer(frame, { ...plot, leaf: palette.leaf, snow: isSnowy ? 1 : 0 }, light, random)
  } else drawLeafyTree(scene, plot, random)
}

export function drawLeafyTree(scene: Scene, plot: Plot, random: Random): void {
  const { leaf, leafLight } = scene.palette
  drawBroadleaf(scene.frame, { ...plot, leaf, leafLight }, scene.light, random)
}

export function drawFir(scene: Scene, plot: Plot, random: Random): void {
  drawConifer(scene.frame, { ...plot, leaf: scene.palette.leaf, snow: scene.isSnowy ? 1 : 0 }, scene.light, random)
}

/** Blades in front; `top` and `length` are shares of the picture's height. */
export function growGrass(scene: Scene, top: number, count: number, length: number): void {
  const { frame, palette } = scene
  drawGrass(
    frame,
    {
      top: frame.height * top,
      count,
      length: frame.height * length,
      leaf: palette.grass,
      leafLight: palette.grassLight,
    },
    scene.light,
    scene.random.fork('grass'),
  )
}

export function refusesTrees(scene: Scene): boolean {
  return refuses(scene, 'conifer', 'forest', 'broadleaf')
}
