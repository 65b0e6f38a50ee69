import { expect, test } from 'vitest'

import { placeProblem, problemAt } from './problem-words.ts'

test('a path leads to the entry and to its field', () => {
  const problem = placeProblem('steps.2.takes.images.step', 'later_step')
  expect(problem).toMatchObject({ list: 'steps', place: 2, field: 'takes.images.step' })
  expect(problemAt(problem, 'takes.images')).toMatch(/vient après/u)
  expect(problemAt(problem, 'takes.image')).toBeNull()
})

test('what is wrong with the workflow itself belongs to no entry', () => {
  expect(placeProblem('title')).toMatchObject({ list: null, field: 'title', words: 'À renseigner.' })
  expect(placeProblem('steps')).toMatchObject({ list: null, words: 'Ajoutez au moins une étape.' })
})
