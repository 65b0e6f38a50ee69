import { describe, expect, it } from 'vitest'

import '../../../index.ts'
import { toLch } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { createRandom } from '../../../core/random.ts'
import { planPicture } from '../../../prompt/plan/plan-picture.ts'
import type { PromptSpec } from '../../../prompt/spec.ts'
import { composeGround } from '../../compose.ts'
import { roomNamed } from './room-named.ts'

const planOf = (prompt: string) => planPicture({ prompt, random: createRandom(prompt, 3) })

const SIZE = { width: 96, height: 96 }

function groundOf(spec: PromptSpec) {
  return composeGround(spec, SIZE, createRandom('ground', 3)).scene.frame
}

/** How many pixels of the ground change with what is added to it. */
function changed(spec: PromptSpec, plain: PromptSpec): number {
  const [first, second] = [groundOf(spec), groundOf(plain)]
  let count = 0
  for (let i = 0; i < first.size; i++) {
    const apart =
      Math.abs(first.r[i]! - second.r[i]!) + Math.abs(first.g[i]! - second.g[i]!) + Math.abs(first.b[i]! - second.b[i]!)
    if (apart > 0.15) count += 1
  }
  return count / first.size
}

const ROOMS = [
  ['une femme à l’église', 'church'],
  ['un homme à la mosquée', 'mosque'],
  ['une femme à l’hôpital', 'hospital'],
  ['une fille à l’école', 'class'],
  ['une femme dans sa boutique', 'shop'],
  ['une femme au supermarché', 'supermarket'],
  ['une femme à la pharmacie', 'pharmacy'],
  ['une femme à la boulangerie', 'bakery'],
  ['une fille à la bibliothèque', 'library'],
  ['un homme au bureau', 'office'],
  ['un homme à la banque', 'bank'],
  ['une femme au tribunal', 'court'],
  ['une femme à l’aéroport', 'airport'],
  ['une femme dans sa chambre', 'bedroom'],
  ['un couple au restaurant', 'restaurant'],
  ['un roi dans son palais', 'palace'],
  ['une chanteuse en studio', 'studio'],
  ['une femme dans le métro', 'metro'],
  ['une femme à la gare', 'platform'],
  ['un homme dans le bus', 'coach'],
  ['un homme au garage', 'garage'],
  ['une famille dans une petite cuisine jaune', 'kitchen'],
  ['a man in the library', 'library'],
  ['a woman at the office', 'office'],
] as const

const GROUNDS = [
  ['un homme sur le port', 'sea', 'port'],
  ['un pêcheur au port de pêche', 'sea', 'fishing'],
  ['une femme au balcon', 'city', 'balcony'],
  ['un homme sur le pont', 'street', 'span'],
  ['un homme à la station-service', 'street', 'fuel'],
  ['un taxi dans l’embouteillage', 'street', 'jam'],
  ['une femme au carrefour', 'street', 'crossing'],
  ['une femme dans le quartier', 'street', 'quarter'],
  ['un homme au cimetière', 'garden', 'graves'],
  ['des enfants à l’aire de jeux', 'garden', 'playground'],
  ['un enfant au parc', 'garden', 'park'],
  ['une femme à la piscine', 'garden', 'basin'],
  ['un homme à la ferme', 'hills', 'farm'],
  ['un homme dans un champ de maïs', 'field', 'maize'],
  ['un homme dans un champ de coton', 'field', 'cotton'],
  ['une femme dans un champ d’igname', 'field', 'yams'],
  ['un homme dans une plantation de cacao', 'field', 'cocoa'],
  ['une femme dans la rizière', 'field', 'rice'],
  ['un maçon sur un chantier', 'courtyard', 'site'],
  ['un couple sur la piste de danse', 'stage', 'club'],
] as const

describe('a room that is named', () => {
  it.each(ROOMS)('« %s » is a %s', (prompt, room) => {
    const { spec, plan } = planOf(prompt)
    expect(spec.environment).toBe('interior')
    expect(roomNamed(spec)).toBe(room)
    expect(plan.missing).toEqual([])
  })

  it.each(ROOMS)('« %s » has a wall of its own', (prompt) => {
    const { spec } = planOf(prompt)
    const plain = { ...spec, hints: new Set<string>(), subjects: spec.subjects.filter(({ isBackdrop }) => !isBackdrop) }
    expect(changed(spec, plain)).toBeGreaterThan(0.15)
  })
})

describe('somebody of a trade whose place is not said', () => {
  it.each([
    ['un coiffeur', 'hairdresser'],
    ['une infirmière', 'hospital'],
    ['un boulanger', 'bakery'],
    ['un chef cuisinier', 'kitchen'],
    ['un boulanger dans son salon', null],
  ])('« %s » is met in: %s', (prompt, room) => {
    expect(roomNamed(planOf(prompt).spec)).toBe(room)
  })
})

describe('a place out of doors', () => {
  it.each(GROUNDS)('« %s » is in %s, with what makes it a %s', (prompt, environment, hint) => {
    const { spec, plan } = planOf(prompt)
    expect(spec.environment).toBe(environment)
    expect(spec.hints).toContain(hint)
    expect(plan.missing).toEqual([])
    expect(changed(spec, { ...spec, hints: new Set<string>() })).toBeGreaterThan(0.08)
  })

  it.each([
    ['une femme à la gare routière d’Adjamé', 'street'],
    ['un homme au palais de justice', 'interior'],
    ['un homme au bord du fleuve', 'lagoon'],
    ['une plage de sable noir', 'beach'],
    ['un mur de briques rouges', 'courtyard'],
  ])('« %s » is in %s', (prompt, environment) => {
    expect(planOf(prompt).spec.environment).toBe(environment)
  })
})

describe('what a place is painted in', () => {
  const hues = (prompt: string, isCounted: (x: number, y: number) => boolean) => {
    const frame = groundOf(planOf(prompt).spec)
    const found: number[] = []
    for (let i = 0; i < frame.size; i++) {
      if (frame.label[i] === Label.sky || !isCounted((i % 96) / 96, Math.floor(i / 96) / 96)) continue
      const [, chroma, hue] = toLch([frame.r[i]!, frame.g[i]!, frame.b[i]!])
      if (chroma > 0.05) found.push(hue)
    }
    return found
  }
  const shareOf = (found: readonly number[], from: number, to: number) =>
    found.filter((hue) => hue >= from && hue <= to).length / Math.max(1, found.length)

  it('is the colour that is said of the field', () => {
    expect(
      shareOf(
        hues('un champ violet', (_x, y) => y > 0.7),
        270,
        340,
      ),
    ).toBeGreaterThan(0.5)
  })

  it('is the colour that is said of the kitchen', () => {
    expect(
      shareOf(
        hues('une cuisine jaune', (_x, y) => y < 0.24),
        80,
        115,
      ),
    ).toBeGreaterThan(0.8)
  })

  it('is the colour that is said of the curtains', () => {
    const reds = hues('des rideaux rouges dans un salon aux murs bleus', (_x, y) => y < 0.5)
    expect(shareOf(reds, 15, 45)).toBeGreaterThan(0.04)
    expect(shareOf(reds, 240, 285)).toBeGreaterThan(0.4)
  })

  it('reads « bleu ciel » as one colour, and no sky', () => {
    const { spec } = planOf('une femme en boubou bleu ciel')
    expect(spec.environments).not.toContain('sky')
    expect(spec.subjects[0]?.colour).toBe('blue')
  })
})
