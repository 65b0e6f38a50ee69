import { describe, expect, it } from 'vitest'

import { matchWords } from '../../match.ts'
import { isAimedAt, isDoer, isOver } from './not-done.ts'

function read(text: string, word: string) {
  const match = matchWords(text, true)
  return { match, at: match.tokens.indexOf(word) }
}

describe('a verb that says no act to be shown', () => {
  it.each([
    ['une joueuse saute pour marquer', 'marquer', true],
    ['il saute pour ne pas salir ses chaussures', 'salir', true],
    ['un père apprend à son fils à nager', 'nager', false],
    ['une affiche pour un concert', 'concert', false],
  ])('is what is aimed at: %s', (text, word, expected) => {
    const { match, at } = read(text, word)
    expect(isAimedAt(match, at)).toBe(expected)
  })

  it.each([
    ['il a encore gagné', 'gagne', true],
    ['il a gagné', 'gagne', true],
    ['un homme à lunettes', 'lunettes', false],
    ['une chemise usée', 'usee', false],
  ])('is what is over: %s', (text, word, expected) => {
    const { match, at } = read(text, word)
    expect(isOver(match, at)).toBe(expected)
  })

  it('« il » does what follows, « autour d’elle » does nothing', () => {
    expect(isDoer(['il', 'telephone'], 0)).toBe(true)
    expect(isDoer(['autour', 'd', 'elle'], 2)).toBe(false)
  })
})
