import { expect, it } from 'vitest'

import { replaced } from './replaced.ts'

it.each([
  ['Un cordonnier à Lomé', 'un cordonnier', 'une pirogue', 'Une pirogue à Lomé'],
  ['le four crématoire de la ville', 'four crématoire', 'phare', 'le phare de la ville'],
  ['asdf', '', 'une pirogue', 'une pirogue'],
])('« %s »: the words that are missing give way', (prompt, missing, subject, result) => {
  expect(replaced(prompt, missing, subject)).toBe(result)
})

it('leaves a prompt in which the words are not found as it was typed', () => {
  const prompt = 'Ma grand-mère sort le pain du four, tôt le matin'
  expect(replaced(prompt, 'four à pain', 'une case')).toBe(prompt)
})
