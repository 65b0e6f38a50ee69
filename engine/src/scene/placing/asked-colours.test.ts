import { describe, expect, it } from 'vitest'

import '../../index.ts'
import { type Rgb, toLch } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import { createRandom } from '../../core/random.ts'
import type { ColourName } from '../../prompt/asked.ts'
import { planPicture } from '../../prompt/plan/plan-picture.ts'
import { composeGround, composeScene } from '../compose.ts'

/** What a pixel is called; light in a room is warm, so that white may be a pale orange and brown a dark one. */
function nameOf(pixel: Rgb): ColourName | 'other' {
  const [l, c, h] = toLch(pixel)
  if (c < 0.035) return l < 0.4 ? 'black' : l > 0.72 ? 'white' : 'grey'
  return HUES.find(({ upTo, isSo = () => true }) => h < upTo && isSo(l, c))?.name ?? 'other'
}

interface Hue {
  readonly upTo: number
  readonly name: ColourName
  readonly isSo?: (lightness: number, chroma: number) => boolean
}

const isPale = (l: number) => l > 0.66
const HUES: readonly Hue[] = [
  { upTo: 20, name: 'pink', isSo: isPale },
  { upTo: 42, name: 'red' },
  { upTo: 75, name: 'brown', isSo: (l, c) => l < 0.53 && c < 0.12 },
  { upTo: 75, name: 'orange' },
  { upTo: 115, name: 'brown', isSo: (l) => l < 0.45 },
  { upTo: 115, name: 'yellow' },
  { upTo: 170, name: 'green' },
  { upTo: 220, name: 'turquoise' },
  { upTo: 278, name: 'blue' },
  { upTo: 322, name: 'violet' },
  { upTo: 350, name: 'pink' },
  { upTo: 361, name: 'red' },
]

const SIZE = { width: 128, height: 128 }

function sceneOf(prompt: string) {
  const random = createRandom(prompt, 5)
  const { spec } = planPicture({ prompt, random: random.fork('prompt') })
  return composeScene(spec, SIZE, random.fork('scene'))
}

/** Shares of what is drawn of the subjects. */
function sharesOf(prompt: string): ReadonlyMap<string, number> {
  const { frame } = sceneOf(prompt)
  const names: string[] = []
  for (let i = 0; i < frame.size; i++)
    if (frame.label[i] === Label.subject) names.push(nameOf([frame.r[i]!, frame.g[i]!, frame.b[i]!]))
  return new Map([...new Set(names)].map((name) => [name, names.filter((one) => one === name).length / names.length]))
}

const FEMININE = { red: 'rouge', blue: 'bleue', green: 'verte', yellow: 'jaune', violet: 'violette' } as const
const MASCULINE = { ...FEMININE, blue: 'bleu', green: 'vert', violet: 'violet' } as const
const COLOURS = Object.keys(FEMININE) as (keyof typeof FEMININE)[]
const THINGS = [
  ['une', 'voiture maison tasse valise chaise guitare robe chemise casserole théière porte lampe'],
  ['un', 'bus lapin chat éléphant hippopotame camion parapluie bol vase canapé lit ballon mouton'],
] as const

describe('a colour that is asked for', () => {
  const asked = THINGS.flatMap(([article, names]) => names.split(' ').map((name) => [article, name] as const))
  it.each(asked)('is that of the thing in the picture: %s %s', (article, name) => {
    const words = article === 'une' ? FEMININE : MASCULINE
    const missed = COLOURS.filter((colour) => {
      const shares = sharesOf(`${article} ${name} ${words[colour]}`)
      const own = shares.get(colour) ?? 0
      return own < 0.26 && own < Math.max(...shares.values())
    })
    expect(missed).toEqual([])
  })

  it.each([
    ['un garçon en chemise bleue et pantalon blanc', { colour: 'blue', legColour: 'white' }],
    ['une mariée avec un bouquet rose', { accessoryColour: 'pink' }],
    ['un homme en costume noir', { colour: 'black' }],
  ] as const)('is that of the clothes and of what is held: %s', (prompt, expected) => {
    const [first] = planPicture({ prompt }).spec.subjects
    expect({ ...first?.figure, colour: first?.colour }).toMatchObject(expected)
  })

  it('is that of each of two things', () => {
    const shares = sharesOf('une bouteille verte et un verre rouge')
    expect(shares.get('green')).toBeGreaterThan(0.2)
    expect(shares.get('red')).toBeGreaterThan(0.08)
  })

  it('may be that of the table, which is no thing on it', () => {
    const { frame } = sceneOf('une tasse rouge sur une table blanche')
    const at = 124 * frame.width + 8
    const [l, c] = toLch([frame.r[at]!, frame.g[at]!, frame.b[at]!])
    expect([l > 0.5, c < 0.05]).toEqual([true, true])
  })
})

function standingsOf(prompt: string) {
  return composeGround(planPicture({ prompt }).spec, SIZE, createRandom(prompt, 5)).standings
}

describe('as many as are asked for', () => {
  it.each([
    ['six oranges dans un panier', 'tangerine', 6],
    ['gâteau au chocolat avec sept bougies', 'cake-candle', 7],
    ['des chaussures noires', 'mans-shoe', 2],
    ['neuf citrons dans un bol', 'lemon', 9],
    ['deux verres de thé', 'glass-of-tea', 2],
  ])('%s', (prompt, subject, count) => {
    expect(standingsOf(prompt).filter(({ asked }) => asked.subject === subject)).toHaveLength(count)
  })

  it('stand nearer and farther, and not in a line', () => {
    const feet = standingsOf('trois poules dans une cour').map(({ foot }) => Math.round(foot))
    expect(new Set(feet).size).toBe(3)
  })
})

describe('what an animal wears', () => {
  it.each([
    ['pigeons en costume', 'suit-front', 4],
    ['un chien astronaute', 'space-helmet', 1],
    ['un lapin avec une écharpe rouge', 'neck-scarf', 1],
    ['un mouton avec des lunettes de soleil', 'sunglasses', 1],
    ['une girafe qui porte une cravate bleue', 'tie-front', 1],
  ])('%s: each its own, within its outline', (prompt, worn, count) => {
    const standings = standingsOf(prompt)
    const clothes = standings.filter(({ asked }) => asked.subject === worn)
    const wearers = standings.filter(({ asked }) => asked.relation === null)
    expect(clothes).toHaveLength(count)
    for (const { x, copy } of clothes) {
      const wearer = wearers.find((one) => one.copy === copy)!
      expect(Math.abs(x - wearer.x)).toBeLessThan(wearer.breadth * 0.5)
    }
  })
})
