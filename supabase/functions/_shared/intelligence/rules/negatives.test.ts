import { expect, test } from 'vitest'

import { moveNegatives, namesRefused } from './negatives.ts'

test.each([
  ['Montagnes sans neige', 'Montagnes', ['neige']],
  [
    'Une plage sans palmiers ni touristes, au coucher du soleil',
    'Une plage, au coucher du soleil',
    ['palmiers', 'touristes'],
  ],
  ['a beach without people at sunset', 'a beach at sunset', ['people']],
  ['Sans nuages, une plage', 'une plage', ['nuages']],
  ['ville pas de voitures, nuit', 'ville, nuit', ['voitures']],
  ['plage pas d’arbres', 'plage', ['arbres']],
  ['no clouds, blue sea', 'blue sea', ['clouds']],
  ['ciel sans nuages noirs et un bateau', 'ciel et un bateau', ['nuages noirs']],
  ['montagne sans neige aquarelle', 'montagne aquarelle', ['neige']],
  ['forêt sans arbres et oiseaux', 'forêt', ['arbres', 'oiseaux']],
  ['plage avec un bateau et sans nuages', 'plage avec un bateau', ['nuages']],
  ['a castle without any towers or flags by the sea', 'a castle by the sea', ['towers', 'flags']],
  ['desert without trees and without people', 'desert', ['trees', 'people']],
  ['plage (sans personne), soir', 'plage, soir', ['personne']],
  ['sans neige', '', ['neige']],
] as const)('%s', (prompt, positive, moved) => {
  expect(moveNegatives(prompt)).toEqual({ positive, moved })
  expect(moveNegatives(moveNegatives(prompt).positive).moved).toEqual([])
})

test.each([
  'une forêt sans fin',
  'un pas de deux sur la scène',
  'un sans-abri dans la ville',
  'No Man’s Land',
  'un titre sans serif',
  'une plage sans',
  'not far from the sea',
])('%s: nothing is refused', (prompt) => {
  expect(moveNegatives(prompt)).toEqual({ positive: prompt, moved: [] })
})

test.each([
  ['arêtes rocheuses et neige fine', ['neige'], true],
  ['reflets sur les vagues', ['mer'], true],
  ['palette bleu nuit', ['blue'], true],
  ['texture de toile', ['texte'], false],
  ['plan large', ['flou', 'filigrane'], false],
] as const)('%s against %s', (text, refused, isNamed) => {
  expect(namesRefused(text, refused)).toBe(isNamed)
})
