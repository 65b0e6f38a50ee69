import { describe, expect, it } from 'vitest'

import { nonsense } from '../../../../tests/support/fresh-prompts.ts'
import { toTokens } from '../tokens.ts'
import { planPicture } from './plan-picture.ts'
import { corrected } from './typos.ts'

describe('a slip in a long word', () => {
  it.each([
    ['mecanicen', 'mecanicien'],
    ['hamburgeur', 'hamburger'],
    ['mosqué', 'mosquee'],
    ['callebasse', 'calebasse'],
    ['batpeme', 'bapteme'],
    ['liont', 'lion'],
    ['elefant', 'elephant'],
    ['elepant', 'elephant'],
    ['ananass', 'anana'],
    ['dinosor', 'dinosaur'],
    ['krokodile', 'crocodile'],
    ['jiraf', 'girafe'],
  ])('« %s » is meant as %s', (typed, meant) => {
    expect(corrected(toTokens(typed)[0]!)).toBe(meant)
  })

  it.each(['chérie', 'danser', 'raconte', 'petit', 'coiffée', 'xyzzy'])('« %s » stays what it is', (typed) => {
    expect(corrected(toTokens(typed)[0]!)).toBeNull()
  })

  it('changes no name, and makes no nonsense a thing', () => {
    expect(planPicture({ prompt: 'Le marché de Fourmie' }).plan.drawn.map(({ text }) => text)).toEqual(['le marché'])
    for (const prompt of nonsense) expect(planPicture({ prompt }).plan.verdict).toMatch(/abstract|subject_unknown/)
  })
})
