import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { paint } from '../../index.ts'
import { verdicts } from './grading/coverage.ts'
import { nearestSubjects } from './nearest.ts'
import { planPicture } from './plan-picture.ts'

const planOf = (prompt: string, negativePrompt = '') => planPicture({ prompt, negativePrompt }).plan
const drawn = (prompt: string) => planOf(prompt).drawn.map(({ text }) => text)

describe('the verdict', () => {
  it.each([
    'une pirogue',
    'Un lion majestueux au coucher du soleil',
    'Deux chats sur un toit sous la pleine lune',
    'Coucher de soleil',
    'Nuit étoilée',
    'Une maison en bois au bord d’un lac',
    'a red car near an old bridge',
    'un chat sans chapeau',
    'Un griot et sa kora',
    'Un plat de thiéboudienne',
    'Un caribou dans la neige',
    'abstrait bleu et or',
  ])('%s: complete', (prompt) => {
    expect(planOf(prompt).verdict).toBe('complete')
  })

  it.each(['Un pêcheur et son zorglub', 'Une basilique sous un zorglub', 'Un robot avec un zorglub et un frobnique'])(
    '%s: partial',
    (prompt) => {
      expect(planOf(prompt).verdict).toBe('partial')
    },
  )

  it.each([
    ['Un bourrelier qui répare des chaussures dans une rue', 'un bourrelier'],
    ['Une sorbetière sur une table en bois sous la lune', 'une sorbetière'],
    ['zorglub sur la plage au coucher du soleil, aquarelle', 'zorglub'],
    ['Dans la forêt, un zorglub', 'un zorglub'],
    ['Un plat de zorglub dans une cour', 'zorglub'],
    ['a zorglub mender in a street', 'mender'],
    ['Un lion est à la mer, sans zorglub', null],
  ])('%s: what it is of is %s', (prompt, unknown) => {
    const plan = planOf(prompt)
    expect(plan.unknown).toBe(unknown)
    expect(plan.verdict === 'subject_unknown').toBe(unknown !== null)
  })

  it.each(['xyzzy plugh', '', '   ', '🌅🛶🔥', '…!?', 'شروق الشمس', 'une image', 'x'])('%s: abstract', (prompt) => {
    expect(planOf(prompt).verdict).toBe('abstract')
  })
})

describe('what it says', () => {
  it('names things as they were typed, with article, number and accents', () => {
    expect(drawn('Trois éléphants près d’un vieux baobab, l’océan au loin')).toEqual([
      'trois éléphants',
      'un vieux baobab',
      'l’océan',
    ])
    expect(planOf('Une machine à zorglub et un porte-zorglub').missing).toEqual([
      'une machine à zorglub',
      'un porte-zorglub',
    ])
  })

  it('tells what is like the thing, and what only hints at it', () => {
    expect(planOf('un pêcheur').drawn).toEqual([{ text: 'un pêcheur', grade: 'similar' }])
    expect(planOf('une pharmacie de garde').drawn).toEqual([{ text: 'une pharmacie de garde', grade: 'symbol' }])
  })

  it('draws no forest for what is made of wood', () => {
    expect(drawn('Un éléphant en bois')).toEqual(['un éléphant'])
    expect(planPicture({ prompt: 'Un éléphant en bois' }).spec.environment).toBe('savanna')
  })

  it('draws one of two places that no scene holds together', () => {
    const plan = planOf('Un lion entre la lagune et le désert')
    expect(plan.drawn.map(({ text }) => text)).toEqual(['un lion', 'le désert'])
    expect(plan.missing).toEqual(['la lagune'])
  })

  it('counts what is refused as well as what is there', () => {
    expect(planOf('montagnes sans neige')).toMatchObject({ coverage: 1, missing: [] })
  })

  it('leaves the subject to a picture that this one is made of', () => {
    expect(planPicture({ prompt: 'un zorglub', isOfReference: true }).plan).toMatchObject({
      verdict: 'complete',
      missing: ['un zorglub'],
    })
  })
})

describe('whatever is written', () => {
  const words = fc.constantFrom(
    'un',
    'une',
    'de',
    'sans',
    'chat',
    'zorglub',
    'mer',
    'en',
    'bois',
    'qui',
    'deux',
    ',',
    'a',
    'the',
    'rouge',
    'fée',
  )
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(words).map((all) => all.join(' ')),
  )

  it('has a plan, the same each time, between nothing and all', () => {
    fc.assert(
      fc.property(text, text, (prompt, negative) => {
        const plan = planOf(prompt, negative)
        expect(plan.coverage).toBeGreaterThanOrEqual(0)
        expect(plan.coverage).toBeLessThanOrEqual(1)
        expect(verdicts).toContain(plan.verdict)
        expect(planOf(prompt, negative)).toEqual(plan)
      }),
    )
  })

  it('is complete only where the subject is drawn', () => {
    fc.assert(
      fc.property(text, (prompt) => {
        const { verdict, unknown } = planOf(prompt)
        expect(verdict === 'complete' && unknown !== null).toBe(false)
      }),
    )
  })
})

it('is the receipt of the picture', () => {
  for (const prompt of ['Deux chats sur un toit', 'zorglub'])
    expect(paint({ prompt, width: 256, height: 256, seed: 7 }).metadata.plan).toEqual(planOf(prompt))
})

describe('in place of what cannot be drawn', () => {
  it.each([
    ['un élephan', 'un éléphant'],
    ['une pirouge', 'une pirogue'],
    ['a dragoon', 'a dragon'],
  ])('%s: %s first', (missing, first) => {
    const language = missing.startsWith('a ') ? 'en' : 'fr'
    expect(nearestSubjects({ missing, isSubject: true, environment: 'abstract', language })[0]).toBe(first)
  })

  it('offers three, of the place where there are some, and each is drawn', () => {
    const offered = nearestSubjects({
      missing: 'un cordonnier',
      isSubject: true,
      environment: 'savanna',
      language: 'fr',
    })
    expect(offered).toEqual(['un éléphant', 'une girafe', 'un lion'])
    for (const prompt of offered) expect(planOf(prompt).verdict).toBe('complete')
  })

  it('beside the picture’s own subject only what is written alike is offered', () => {
    const beside = { isSubject: false, environment: 'savanna', language: 'fr' } as const
    expect(nearestSubjects({ missing: 'un élphont', ...beside })).toEqual(['un éléphant'])
    expect(nearestSubjects({ missing: 'la gueule', ...beside })).toEqual([])
  })
})
