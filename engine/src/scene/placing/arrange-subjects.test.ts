import { describe, expect, it } from 'vitest'

import { blindPrompts } from '../../../../tests/support/blind-prompts.ts'
import { freshPrompts } from '../../../../tests/support/fresh-prompts.ts'
import { Random } from '../../core/random.ts'
import type { AskedSubject } from '../../prompt/asked.ts'
import { planPicture } from '../../prompt/plan/plan-picture.ts'
import { isInBackground } from '../../prompt/subjects/companions.ts'
import { SUBJECTS } from '../../subjects/registry.ts'
import { composeGround, type Ground } from '../compose.ts'
import { isAfloat, isOfLand } from './bank.ts'
import { isAttached, type Standing } from './related.ts'
import { MOST_YIELDED } from './row.ts'
import {
  isHeaped,
  LARGEST_SHARE,
  LARGEST_SHARE_OF_PEOPLE,
  SMALLEST_LAID,
  SMALLEST_OF_A_HEAP,
  SMALLEST_SHARE,
} from './shares.ts'
import { isLaid } from './under/support.ts'
import '../../objects/subjects/drawings.ts'

const SIZE = { width: 64, height: 64 }
function groundOf(prompt: string, at: number) {
  const { spec } = planPicture({ prompt })
  const { scene, standings } = composeGround(spec, SIZE, new Random(at * 13))
  return { prompt, scene, standings }
}

const grounds = [...freshPrompts, ...blindPrompts].map(({ prompt }, at) => groundOf(prompt, at))
const streets = ['Une dame attend l’autobus', 'Un mécanicien et une voiture', 'Un écolier et son école'].map(groundOf)

/** Groups that stand side by side, the main one first. */
function rowOf({ scene, standings }: Ground): readonly (readonly Standing[])[] {
  const { subjects } = scene.spec
  const besides = standings.filter(({ support }) => support !== 'counter' && support !== 'floor')
  const free = besides.filter(({ asked }) => !isAttached(asked, subjects) && !isFarther(asked, subjects))
  return [...Map.groupBy(free, ({ index }) => index).values()]
}

function isFarther(asked: AskedSubject, [main]: readonly AskedSubject[]): boolean {
  return main !== undefined && main !== asked && isInBackground(asked, main)
}

function isTall({ asked }: Standing): boolean {
  const drawing = SUBJECTS.get(asked.subject)
  return (
    asked.figure !== null || drawing?.hasSkin === true || drawing?.stance === 'bust' || drawing?.family === 'building'
  )
}

function spanOf(group: readonly Standing[]): readonly [left: number, right: number] {
  return [
    Math.min(...group.map(({ x, breadth }) => x - breadth / 2)),
    Math.max(...group.map(({ x, breadth }) => x + breadth / 2)),
  ]
}

/** As a share of the narrower one. */
function overlapOf(a: readonly [number, number], b: readonly [number, number]): number {
  return (Math.min(a[1], b[1]) - Math.max(a[0], b[0])) / Math.min(a[1] - a[0], b[1] - b[0])
}

/** What lies on a table beside somebody is as small as it is. */
function leastOf({ asked }: Standing, main: Standing): number {
  if (isLaid(asked) && main.asked.figure) return SMALLEST_LAID
  return isHeaped(asked) ? SMALLEST_OF_A_HEAP : SMALLEST_SHARE
}

describe('the subjects of prompts that this engine was not made for', () => {
  it('stand on firm ground when they are of the land', () => {
    const inTheWater = grounds.filter(({ scene, standings }) =>
      standings.some((standing) => isOfLand(standing) && isAfloat(scene, standing)),
    )
    expect(inTheWater.map(({ prompt }) => prompt)).toEqual([])
  })

  it('keep their proportion to the main one', () => {
    const wrong = new Set<string>()
    for (const ground of grounds) {
      const [main, ...others] = rowOf(ground)
        .flat()
        .filter(({ copy }) => copy === 0)
        .toSorted((a, b) => a.index - b.index)
      if (!main) continue
      for (const standing of others) {
        const share = standing.height / main.height
        const largest = isTall(standing) ? LARGEST_SHARE_OF_PEOPLE : LARGEST_SHARE
        const smallest = leastOf(standing, main)
        if (share < smallest / MOST_YIELDED - 0.01 || share > largest + 0.01) wrong.add(ground.prompt)
      }
    }
    expect([...wrong]).toEqual([])
  })

  it('are as large to each other as they measure: a house over a sheep, a man over a taxi', () => {
    const heights = (prompt: string) => groundOf(prompt, 1).standings.toSorted((a, b) => a.index - b.index)
    const [sheep, house] = heights('un mouton devant la maison')
    expect(house!.height / sheep!.height).toBeGreaterThan(1.15)
    const [taxi, driver] = heights('un taxi et son chauffeur')
    expect(driver!.height / taxi!.height).toBeGreaterThan(1)
    const [king] = heights('un roi sur son cheval')
    expect(king!.asked.figure?.pose).toBe('riding')
  })

  it('are goods before whoever sells them, on a counter within the picture', () => {
    const sellers = grounds.filter(({ standings }) => standings.some(({ support }) => support === 'counter'))
    expect(sellers.length).toBeGreaterThan(2)
    for (const { scene, standings } of sellers) {
      const [seller, ...goods] = standings
      expect(seller?.asked.figure?.pose).not.toBe('walking')
      for (const { support, foot, height } of goods) {
        expect(support).toBe('counter')
        expect(foot).toBeLessThan(scene.frame.height)
        expect(height / seller!.height).toBeLessThan(0.15)
      }
    }
  })

  it('sit side by side on one sofa, and look out of a basket that they do not overtop', () => {
    const readers = groundOf('grand mère qui lit une histoire a son petit fils sur un canapé vert', 1).standings
    const sofa = readers.find(({ asked }) => asked.subject === 'couch-and-lamp')
    const seated = readers.filter(({ asked }) => asked.figure?.pose === 'seated').toSorted((a, b) => a.x - b.x)
    expect(seated).toHaveLength(2)
    expect(seated[1]!.x - seated[0]!.x).toBeGreaterThan(sofa!.breadth * 0.3)
    const basketful = groundOf('3 chatons roux qui dorment dans un panier', 1).standings
    const basket = basketful.find(({ asked }) => asked.subject === 'basket')
    const cats = basketful.filter(({ asked }) => asked.subject === 'cat-asleep')
    expect(cats).toHaveLength(3)
    for (const { isHeaped, foot, breadth } of cats) {
      expect(isHeaped).toBe(true)
      expect(foot).toBeGreaterThan(basket!.foot - basket!.height)
      expect(breadth).toBeLessThan(basket!.breadth * 0.55)
    }
  })

  it('leave a man no taller than the bus that he hangs on', () => {
    const { standings } = groundOf('car rapide de dakar, l’apprenti accroché derriere', 1)
    const [bus, man] = standings.toSorted((a, b) => a.index - b.index)
    expect(man!.height).toBeLessThan(bus!.height)
  })

  it('are as many as the words say, however small', () => {
    const { standings } = groundOf('Une théière et trois petits verres de thé', 1)
    expect(standings.filter(({ index }) => index === 1)).toHaveLength(3)
  })

  it('are behind where they belong there: higher up, and no taller than two thirds of the picture', () => {
    const far = [...streets, ...grounds].flatMap(({ prompt, scene: { spec, isFlat, frame }, standings }) => {
      const front = standings.find(({ index }) => index === 0)
      if (
        !front ||
        isAttached(front.asked, spec.subjects) ||
        isFlat ||
        spec.hints.has('poster') ||
        spec.hints.has('emblem')
      )
        return []
      const behind = standings.filter(
        ({ asked }) => isFarther(asked, spec.subjects) && !isAttached(asked, spec.subjects),
      )
      return behind.map(({ height, foot }) => ({ prompt, share: height / frame.height, isUp: foot < front.foot }))
    })
    expect(far.length).toBeGreaterThan(streets.length)
    expect(far.filter(({ share, isUp }) => share > 0.62 || !isUp)).toEqual([])
  })

  it('hide each other by a seventh at most where the words set none on, in or behind another, but on a poster', () => {
    const hidden = grounds.filter((ground) => {
      if (ground.scene.spec.hints.has('poster') || ground.standings.some(({ reach }) => reach)) return false
      const spans = rowOf(ground).map(spanOf)
      return spans.some((a, i) => spans.slice(i + 1).some((b) => overlapOf(a, b) > 0.15))
    })
    expect(hidden.map(({ prompt }) => prompt)).toEqual([])
  })
})
