// Food that is served lies on a dish, not on the bare table.
import { blendRgb, fromHexes, lighten, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import { fill } from '../../../core/raster.ts'
import { clamp } from '../../../core/scalar.ts'
import { ellipse } from '../../../core/shapes.ts'
import type { AskedSubject } from '../../../prompt/asked.ts'
import { colourValue } from '../../../prompt/colour-values.ts'
import { DISHES } from '../../../prompt/subjects/as-meant.ts'
import { BOARD_GAMES } from '../../../prompt/subjects/belongings.ts'
import { SUBJECTS } from '../../../subjects/registry.ts'
import type { Scene } from '../../scene.ts'
import { times } from '../../scenes/rooms/surface.ts'
import { type Standing, traits } from '../related.ts'

/** Whatever is drawn without anything under it. */
const SERVED: ReadonlySet<string> = new Set(
  `avocado bacon bagel baguette-bread banana bell-pepper bread burrito butter carrot cheese-wedge cherries chocolate-bar
  cookie croissant cucumber cut-of-meat doughnut dumpling ear-of-corn egg eggplant falafel flatbread fried-shrimp grapes
  green-apple hamburger hot-dog hot-pepper kiwi-fruit lemon lime mango meat-on-bone melon olive onion pancakes peach pear
  pie pizza poultry-leg pretzel red-apple rice-ball roasted-sweet-potato sandwich strawberry stuffed-flatbread taco
  tangerine tomato waffle watermelon macaron skewers fritters fried-plantain`.split(/\s+/),
)
const GLAZES = fromHexes('#f2ede2', '#dfe6e8', '#d9b98c', '#7fa6b8', '#c9805a', '#efe6cf')
const RIMS = fromHexes('#2f6f9c', '#b8432f', '#3f7a5a', '#8a5a2c')
const MOST = 3

function isDished({ spec }: Scene, group: readonly Standing[], { asked, stance, support }: Standing): boolean {
  if (spec.environment !== 'table' || stance !== 'table' || support || asked.relation) return false
  return isPlated(asked) || (group.length <= MOST && SERVED.has(asked.subject))
}

/** Under the whole group, once. */
export function drawDish(scene: Scene, group: readonly Standing[]): void {
  const [first] = group
  if (!first || !isDished(scene, group, first)) return
  const { frame, light } = scene
  const random = scene.random.fork('dish')
  const left = Math.min(...group.map(({ x, breadth }) => x - breadth / 2))
  const right = Math.max(...group.map(({ x, breadth }) => x + breadth / 2))
  const foot = Math.max(...group.map((standing) => standing.foot))
  const half = clamp((right - left) * 0.66, frame.width * 0.2, frame.width * 0.47)
  const [x, y] = [(left + right) / 2, foot - half * 0.1]
  const deep = half * 0.27
  const glaze = lit(plateColour(scene) ?? random.pick(GLAZES), light, 0.44)
  const rim = lit(random.pick(RIMS), light, 0.4)
  const sun = light.x > x ? 1 : -1
  const shaded = (tone: Rgb, k: number) => (px: number) => times(tone, k + (0.14 * sun * (px - x)) / half)
  const piece = { label: Label.subject, depth: 3.2 }
  const shadow = [ellipse([x - sun * half * 0.08, y + deep * 0.32], [half * 1.05, deep * 1.02], 0, 40)]
  fill(frame, shadow, [0.06, 0.04, 0.06], { alpha: 0.42 })
  fill(frame, [ellipse([x, y + deep * 0.12], [half, deep], 0, 48)], shaded(times(glaze, 0.72), 0.9), piece)
  fill(frame, [ellipse([x, y], [half, deep], 0, 48)], shaded(glaze, 1), piece)
  if (random.chance(0.6)) {
    fill(frame, [ellipse([x, y], [half * 0.94, deep * 0.93], 0, 48)], shaded(blendRgb(rim, glaze, 0.25), 1), piece)
    fill(frame, [ellipse([x, y], [half * 0.87, deep * 0.85], 0, 48)], shaded(glaze, 1), piece)
  }
  fill(frame, [ellipse([x, y + deep * 0.04], [half * 0.7, deep * 0.64], 0, 48)], shaded(times(glaze, 0.86), 1), piece)
  fill(
    frame,
    [ellipse([x, y + deep * 0.09], [half * 0.67, deep * 0.6], 0, 48)],
    shaded(lighten(glaze, 0.02), 0.96),
    piece,
  )
}

/** « six macarons sur une assiette » */
export function isPlated({ said, subject, relation }: AskedSubject): boolean {
  return (
    relation === null &&
    !DISHES.has(subject) &&
    SUBJECTS.get(subject)?.family === 'food' &&
    said.some((word) => PLATES.has(word))
  )
}

const PLATES: ReadonlySet<string> = new Set(['assiette', 'plate'])
const IN_A_ROW = 0.72
const LARGEST_PLATED = 0.24

/** In two rows that a plate has room for, the farther one first. */
export function onPlate(
  { frame }: Scene,
  asked: AskedSubject,
  { index, aspect }: { index: number; aspect: number },
): Standing[] {
  const { width, height } = frame
  const front = Math.ceil(asked.count / 2)
  const breadth = Math.min(LARGEST_PLATED, IN_A_ROW / front) * width
  const tall = breadth / aspect
  const foot = height * 0.8
  return Array.from({ length: asked.count }, (_, copy): Standing => {
    const isBack = copy < asked.count - front
    const [place, inRow] = isBack ? [copy, asked.count - front] : [copy - (asked.count - front), front]
    const share = isBack ? 0.92 : 1
    return {
      asked,
      index,
      copy,
      x: width * 0.5 + (place - (inRow - 1) / 2) * breadth * share * 0.98,
      foot: isBack ? foot - tall * 0.52 : foot,
      height: tall * share,
      breadth: breadth * share,
      stance: 'table',
      isTurned: copy % 2 === 1,
      isBehind: false,
    }
  })
}

/** « dans une assiette bleue » */
function plateColour({ spec }: Scene): Rgb | null {
  return colourValue(spec.subjects.find(({ subject }) => subject === 'plate')?.colour ?? spec.colourOf.get('assiette'))
}

/** What those who sit on the ground eat lies before them. */
export function isShared({ subject, relation }: AskedSubject, { figure }: AskedSubject): boolean {
  const isBetween = SUBJECTS.get(subject)?.family === 'food' || BOARD_GAMES.has(subject)
  return figure?.pose === 'sitting' && relation === null && isBetween
}

export function beforeThem(
  scene: Scene,
  asked: AskedSubject,
  { people, aside }: { people: readonly Standing[]; aside: number },
): Standing[] {
  const { width, height } = scene.frame
  const { aspect } = traits(asked, false)
  const person = Math.max(...people.map((standing) => standing.height))
  const middle = people.reduce((sum, { x }) => sum + x, 0) / people.length
  const tall = Math.min(person * 0.3, (width * 0.3) / aspect)
  const foot = Math.min(height * 0.985, Math.max(...people.map((standing) => standing.foot)) + tall * 0.5)
  const index = scene.spec.subjects.indexOf(asked)
  const place = {
    x: middle + aside * tall * aspect * 1.1,
    foot,
    height: tall,
    breadth: tall * aspect,
    stance: 'ground' as const,
  }
  return [{ asked, index, copy: 0, ...place, support: 'floor', isTurned: false, isBehind: false }]
}
