import type { Frame } from '../core/frame.ts'
import type { SceneLight } from '../core/light.ts'
import type { Random } from '../core/random.ts'
import type { Environment, PromptSpec } from '../prompt/spec.ts'
import { SUBJECTS } from '../subjects/registry.ts'
import { composeAbstract } from './abstract/abstract.ts'
import { composeFractal } from './abstract/fractal.ts'
import { composeGeometry } from './abstract/geometry.ts'
import { composeMandala } from './abstract/mandala.ts'
import { composeWax } from './abstract/wax.ts'
import { bringClose } from './close-up.ts'
import { createScene, type PictureSize } from './create-scene.ts'
import { composeFlat } from './flat.ts'
import { composeForest } from './forest/forest.ts'
import { applyOverlays } from './overlays.ts'
import type { Palette } from './palette/palette.ts'
import { arrangeSubjects } from './placing/arrange-subjects.ts'
import { raiseBank } from './placing/bank.ts'
import { placeObjects } from './placing/place-objects.ts'
import { drawSubjects } from './placing/place-subjects.ts'
import type { Standing } from './placing/related.ts'
import type { Scene } from './scene.ts'
import { composeCity } from './scenes/city.ts'
import { composeCourtyard } from './scenes/courtyard.ts'
import { composeField } from './scenes/field.ts'
import { composeBouquet } from './scenes/flowers/bouquet.ts'
import { composeSky } from './scenes/heavens/cloud-sea.ts'
import { composeSpace } from './scenes/heavens/space.ts'
import { composeJapan } from './scenes/japan.ts'
import { composeLagoon } from './scenes/lagoon.ts'
import { composeMarket } from './scenes/market.ts'
import {
  composeCanyon,
  composeDesert,
  composeGarden,
  composeHills,
  composeIce,
  composeLake,
  composeMars,
  composeMoon,
  composeMountain,
  composeSavanna,
} from './scenes/natural.ts'
import { composePortrait } from './scenes/portrait.ts'
import { composeEmblem } from './scenes/rooms/emblem.ts'
import { composeInterior } from './scenes/rooms/interior.ts'
import { composePoster } from './scenes/rooms/poster.ts'
import { composeRoof } from './scenes/rooms/roof.ts'
import { composeStadium } from './scenes/rooms/stadium.ts'
import { composeStage } from './scenes/rooms/stage.ts'
import { composeRoad } from './scenes/rooms/street.ts'
import { composeTable } from './scenes/rooms/table.ts'
import { composeBeach, composeIslands, composeSea } from './scenes/seaside.ts'
import { isOnFoot } from './scenes/street.ts'
import { composeSubject } from './scenes/subject.ts'
import { composeSynthwave } from './scenes/synthwave.ts'
import { composeUnderwater } from './scenes/underwater.ts'
import { composeVillage } from './scenes/village.ts'
import { composeVolcano } from './scenes/volcano.ts'

export interface Composed {
  readonly frame: Frame
  readonly palette: Palette
  readonly light: SceneLight
  /** In pixels from the top. */
  readonly horizon: number
}

const SCENES: Readonly<Record<Environment, (scene: Scene) => void>> = {
  portrait: (scene) => composePortrait(scene, (spec, random) => composeScene(spec, sizeOf(scene), random).frame),
  wax: composeWax,
  mandala: composeMandala,
  fractal: composeFractal,
  geometry: composeGeometry,
  bouquet: composeBouquet,
  underwater: composeUnderwater,
  space: composeSpace,
  moon: composeMoon,
  mars: composeMars,
  volcano: composeVolcano,
  canyon: composeCanyon,
  market: composeMarket,
  courtyard: composeCourtyard,
  savanna: composeSavanna,
  japan: composeJapan,
  paris: composeCity,
  orient: composeCity,
  city: composeTown,
  village: composeVillage,
  ice: composeIce,
  desert: composeDesert,
  lagoon: composeLagoon,
  beach: composeBeach,
  islands: composeIslands,
  sea: composeSea,
  lake: composeLake,
  mountain: composeMountain,
  forest: composeForest,
  field: composeField,
  garden: composeGarden,
  hills: composeHills,
  abstract: composeAbstract,
  sky: composeSky,
  subject: composeAlone,
  synthwave: composeSynthwave,
  table: composeTable,
  interior: composeInterior,
  stage: composeStage,
  street: composeRoad,
  stadium: composeStadium,
}

/** Whoever is in a town stands in its avenue, or before its low houses. */
function composeTown(scene: Scene): void {
  const { spec, random } = scene
  const isLow = isOnFoot(spec) && spec.styles.length === 0 && spec.hints.size === 1 && spec.hints.has('tropical')
  const isStreet = isDriven(spec) || (isLow && random.fork('town').chance(0.45))
  if (spec.hints.has('balcony') || (spec.hints.has('rooftop') && isOnFoot(spec))) composeRoof(scene)
  else if (isStreet && !scene.isSnowy) composeRoad(scene)
  else composeCity(scene)
}

/** Seen from the side: it drives along the street, and not across an avenue. */
function isDriven({ subjects: [main], objects: [first] }: PromptSpec): boolean {
  if (!main && (first?.id === 'car' || first?.id === 'minibus')) return true
  return main !== undefined && !main.isBackdrop && SUBJECTS.get(main.subject)?.family === 'vehicle'
}

/** A logo, a poster, or the thing itself. */
function composeAlone(scene: Scene): void {
  if (scene.spec.hints.has('emblem')) composeEmblem(scene)
  else if (scene.spec.hints.has('poster')) composePoster(scene)
  else composeSubject(scene)
}

/** Pictures that already hold all they need. */
const COMPLETE: ReadonlySet<Environment> = new Set([
  'subject',
  'portrait',
  'bouquet',
  'abstract',
  'mandala',
  'fractal',
  'geometry',
  'wax',
])

function sizeOf({ frame }: Scene): PictureSize {
  return { width: frame.width, height: frame.height }
}

export interface Ground {
  readonly scene: Scene
  /** Of the subjects, which are not drawn yet. */
  readonly standings: readonly Standing[]
}

/** The scene with its objects, and where the subjects will stand in it. */
export function composeGround(spec: PromptSpec, size: PictureSize, random: Random): Ground {
  const scene = createScene(spec, size, random)
  if (scene.isFlat) composeFlat(scene)
  else SCENES[spec.environment](scene)
  // What is printed on cloth is part of the cloth.
  const standings = spec.environment === 'wax' ? [] : arrangeSubjects(scene)
  raiseBank(scene, standings)
  if (!COMPLETE.has(spec.environment)) {
    if (spec.isCloseUp && spec.objects.length > 0) bringClose(scene)
    else placeObjects(scene)
  }
  return { scene, standings }
}

/** The whole picture before its style: scene, objects, subjects, overlays. */
export function composeScene(spec: PromptSpec, size: PictureSize, random: Random): Composed {
  const { scene, standings } = composeGround(spec, size, random)
  drawSubjects(scene, standings)
  applyOverlays(scene)
  return { frame: scene.frame, palette: scene.palette, light: scene.light, horizon: scene.horizon }
}
