import { describe, expect, it } from 'vitest'

import { toLch } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import { Random } from '../../core/random.ts'
import type { AskedFigure, AskedSubject, Pose, ColourName } from '../../prompt/asked.ts'
import { COLOUR_VALUES } from '../../prompt/colour-values.ts'
import { parsePrompt } from '../../prompt/parse.ts'
import type { Environment } from '../../prompt/spec.ts'
import { composeScene } from '../compose.ts'
import { groupSpots } from './group-spots.ts'
import '../../objects/subjects/drawings.ts'

const SIZE = { width: 192, height: 192 }
const ALONE: AskedSubject = {
  subject: 'dog',
  figure: null,
  count: 1,
  colour: null,
  position: null,
  size: null,
  relation: null,
  grade: 'exact',
  said: [],
  isBackdrop: false,
}
const WOMAN: AskedFigure = {
  person: 'woman',
  garment: null,
  headwear: null,
  attribute: null,
  pose: null,
  tone: null,
  hair: null,
  hairColour: null,
  accessoryColour: null,
  legColour: null,
  eyewear: null,
  headColour: null,
  shoeColour: null,
  jewelColour: null,
}

function compose(environment: Environment, subjects: readonly AskedSubject[], seed = 7) {
  const spec = { ...parsePrompt('jour', '', new Random(2)), environment, subjects, objects: [] }
  return composeScene(spec, SIZE, new Random(seed)).frame
}

/** Left, right, top and bottom of what is labelled a subject, and how many pixels it has. */
function subjectOf({ label }: ReturnType<typeof compose>) {
  const found = { count: 0, left: SIZE.width, right: 0, top: SIZE.height, bottom: 0 }
  for (const [i, kind] of label.entries()) {
    if (kind !== Label.subject) continue
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
    found.count++
    found.left = Math.min(found.left, x)
    found.right = Math.max(found.right, x)
    found.top = Math.min(found.top, y)
    found.bottom = Math.max(found.bottom, y)
  }
  return found
}

describe('placing subjects', () => {
  it.each(['table', 'interior', 'stage', 'street', 'stadium', 'hills', 'underwater', 'sky', 'lagoon'] as const)(
    'draws the main one large and whole in %s',
    (environment) => {
      for (const subject of ['dog', 'hot-beverage', 'giraffe', 'bus', 'dolphin', 'airplane']) {
        const seen = subjectOf(compose(environment, [{ ...ALONE, subject }]))
        expect(seen.count).toBeGreaterThan(SIZE.width * SIZE.height * 0.03)
        expect(seen.left).toBeGreaterThan(0)
        expect(seen.right).toBeLessThan(SIZE.width - 1)
        expect(seen.top).toBeGreaterThan(0)
      }
    },
  )

  it('gives the same pixels for the same request, and others for another seed', () => {
    const asked = [
      { ...ALONE, subject: 'figure', figure: WOMAN },
      { ...ALONE, subject: 'basket', count: 2 },
    ]
    expect(compose('courtyard', asked).r).toEqual(compose('courtyard', asked).r)
    expect(compose('courtyard', asked, 8).r).not.toEqual(compose('courtyard', asked).r)
  })

  it.each([2, 3, 4, 5, 6, 7, 8, 9])('sets %i of a kind apart', (count) => {
    const spots = groupSpots(count, { aspect: 0.8, isBust: false, isOfPeople: false, random: new Random(3) })
    expect(spots).toHaveLength(count)
    for (const [i, a] of spots.entries())
      for (const b of spots.slice(i + 1)) expect(Math.hypot(a.x - b.x, (a.back - b.back) * 2)).toBeGreaterThan(0.1)
  })

  it('sets one on the other, and the other things beside', () => {
    const bare = subjectOf(compose('hills', [{ ...ALONE, subject: 'minibus' }]))
    const on: AskedSubject = { ...ALONE, subject: 'rooster', relation: { kind: 'on', to: 0 } }
    const loaded = subjectOf(compose('hills', [{ ...ALONE, subject: 'minibus' }, on]))
    expect(loaded.top).toBeLessThan(bare.top - 5)
    expect(loaded.bottom).toBe(bare.bottom)
  })

  it.each(['red', 'blue', 'green', 'yellow', 'violet'] as const)('dyes a bus %s', (colour: ColourName) => {
    // What is dyed loses as much to the haze, whatever its colour.
    const plain = compose('hills', [{ ...ALONE, subject: 'bus', colour: 'white' }])
    const dyed = compose('hills', [{ ...ALONE, subject: 'bus', colour }])
    const wanted = toLch(COLOUR_VALUES[colour as keyof typeof COLOUR_VALUES])[2]
    let near = 0
    let changed = 0
    for (let i = 0; i < plain.size; i++) {
      if (
        plain.label[i] !== Label.subject ||
        Math.abs(plain.r[i]! - dyed.r[i]!) + Math.abs(plain.b[i]! - dyed.b[i]!) < 0.04
      )
        continue
      changed++
      const [, , hue] = toLch([dyed.r[i]!, dyed.g[i]!, dyed.b[i]!])
      if (Math.abs(((hue - wanted + 540) % 360) - 180) < 40) near++
    }
    expect(changed).toBeGreaterThan(400)
    expect(near / changed).toBeGreaterThan(0.8)
  })

  it('draws a figure in every pose and garment', () => {
    const poses: readonly Pose[] = ['bust', 'standing', 'riding', 'playing', 'holding', 'carrying']
    const garments = [
      'pagne',
      'boubou',
      'dress',
      'blouse',
      'shirt',
      'suit',
      'apron',
      'uniform',
      'robe',
      'armour',
      'wedding-dress',
    ] as const
    for (const [i, garment] of garments.entries()) {
      const pose = poses[i % poses.length]!
      const figure: AskedFigure = {
        ...WOMAN,
        garment,
        pose,
        headwear: 'headscarf',
        attribute: pose === 'riding' ? 'motor-scooter' : 'basket',
      }
      const seen = subjectOf(compose('courtyard', [{ ...ALONE, subject: 'figure', figure }]))
      expect(seen.count).toBeGreaterThan(SIZE.width * SIZE.height * 0.05)
    }
  })
})

it.each([1, 2, 3, 4, 5, 6, 7, 8])('hangs no leaf of the foreground before what the picture is of: %i', (seed) => {
  const seen = (refused: readonly string[]) => {
    const subjects = [{ ...ALONE, subject: 'giraffe' }]
    const spec = parsePrompt('jour', '', new Random(2))
    const asked = { ...spec, environment: 'paris' as const, subjects, objects: [], refused: new Set(refused) }
    const { label } = composeScene(asked, SIZE, new Random(seed)).frame
    return label.filter((kind) => kind === Label.subject).length
  }
  expect(seen([])).toBe(seen(['broadleaf', 'grass']))
})
