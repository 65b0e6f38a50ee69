import { expect, test } from 'vitest'

import { foreignLanguageOf } from './foreign-language.ts'

test.each([
  ['es', 'una mujer vieja con un perro en la playa'],
  ['es', 'El gato negro junto al mar'],
  ['pt', 'uma menina com um cachorro na praia'],
  ['pt', 'Um cão e um pássaro no céu'],
  ['it', 'una donna con il cane sulla spiaggia'],
  ['de', 'ein alter Mann mit einem Hund in der Stadt'],
  ['nl', 'een oude vrouw met een hond op het strand'],
  ['wo', 'benn jigéen ak xale ci géej gi'],
  ['wo', 'ñaari xaj ci kër gi'],
  ['sw', 'mwanamke na mtoto katika soko'],
  ['ha', 'mace da yarinya a cikin kasuwa'],
  ['ar', 'امرأة عجوز على شاطئ البحر'],
  ['ru', 'старик и собака у моря'],
  ['ja', '海辺の犬と少女'],
  ['zh', '海边的狗'],
  ['am', 'ውሻ በባህር ዳርቻ'],
])('%s: %s', (language, text) => {
  expect(foreignLanguageOf(text)).toBe(language)
})

test.each([
  'une vieille femme avec un chien sur la plage',
  'a dog on the beach at night',
  'pirogue, lagune, soleil',
  'Un xale à Dakar',
  'La Gomera',
  'une femme en wax au marché, lumière du soir',
  'portrait of a woman, Frida Kahlo',
  'pagne kita et baobab',
  'thiéboudienne et bissap',
  '',
  '🌅🛶',
  '2026',
  'café con leche',
  'casa azul',
])('French, English or nothing to be told: %s', (text) => {
  expect(foreignLanguageOf(text)).toBeNull()
})
