import { describe, expect, it } from 'vitest'

import { planPicture } from './plan-picture.ts'

const peopleOf = (prompt: string) => planPicture({ prompt }).spec.subjects.filter(({ figure }) => figure !== null)

describe('people do what the verb says', () => {
  it.each([
    ['Une femme pile le mil au village', 'pounding'],
    ['Un homme d’affaires au téléphone à Abidjan', 'phoning'],
    ['Des enfants jouent au football sur la plage', 'kicking'],
    ['Un mécanicien répare une moto', 'sitting'],
    ['Un garçon court dans la rue', 'kicking'],
    ['Deux amies discutent au marché', 'talking'],
    ['Des supporters fêtent la victoire', 'cheering'],
    ['Un pêcheur dans sa pirogue', 'riding'],
    ['Deux enfants lisent un livre', 'holding'],
  ])('« %s »: %s', (prompt, pose) => {
    expect(peopleOf(prompt)[0]?.figure?.pose).toBe(pose)
  })

  it('tells, and those who listen sit', () => {
    const [teller, listener] = peopleOf('Une grand-mère raconte une histoire aux enfants')
    expect([teller?.figure?.pose, listener?.figure?.pose]).toEqual(['talking', 'sitting'])
  })

  it('has one ball among those who play with it', () => {
    const { subjects } = planPicture({ prompt: 'Des enfants jouent au football sur la plage' }).spec
    expect(subjects.map(({ subject }) => subject)).toEqual(['figure'])
  })
})

it.each([
  ['Une femme au marché', null, null],
  ['Une maman qui cuisine', null, 'working'],
  ['Un garçon avec un parapluie', 'umbrella', 'standing'],
  ['Une maman avec son enfant dans les bras', 'baby', 'holding'],
  ['Un homme en costume qui téléphone', 'mobile-phone', 'phoning'],
])('« %s » has in hand: %s', (prompt, attribute, pose) => {
  const people = peopleOf(prompt)
  expect(people.map(({ figure }) => [figure?.attribute, figure?.pose])).toEqual([[attribute, pose]])
})

it.each(['Un zémidjan', 'Un enfant sur un vélo', 'Un livreur sur sa moto'])('« %s » is out of doors', (prompt) => {
  expect(['street', 'village']).toContain(planPicture({ prompt }).spec.environment)
})

it('lays the goods of whoever sells them in a heap', () => {
  const { subjects } = planPicture({ prompt: 'Une vendeuse de mangues' }).spec
  expect(subjects.map(({ subject, count, size }) => [subject, count, size])).toEqual([
    ['figure', 1, null],
    ['mango', 4, 'small'],
  ])
})
