import { readPrompt } from '@product/engine/language'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { maxEnhancedLength, promptSlots } from '../../contract/src/index.ts'
import { enhanceByRules } from './enhance-by-rules.ts'
import { namesRefused } from './negatives.ts'
import { slotTexts } from './slot-texts-by-language.ts'

/** What people write, the language it is in, the slots that it fills, and what it refuses. */
const prompts: readonly (readonly [prompt: string, language: string, filled: string, refused: string])[] = [
  ['Coucher de soleil sur la mer', 'fr', 'subject', ''],
  ['Montagnes sans neige', 'fr', 'subject', 'neige'],
  ['un chat', 'fr', 'subject', ''],
  ['Un renard endormi sous un chêne, lumière du matin, aquarelle', 'fr', 'subject light details style', ''],
  ['Portrait d’une vieille femme, regard malicieux, peinture à l’huile', 'fr', 'subject composition style', ''],
  ['motif wax bleu et jaune', 'fr', 'subject colours', ''],
  ['Abidjan la nuit, néons et pluie', 'fr', 'subject light', ''],
  ['une pirogue sur la lagune avec des pêcheurs et des oiseaux', 'fr', 'subject details', ''],
  ['Tour Eiffel en noir et blanc', 'fr', 'subject colours', ''],
  ['Forêt enchantée, lucioles, champignons, atmosphère magique', 'fr', 'subject details mood', ''],
  ['désert au lever du soleil, palette ocre', 'fr', 'subject colours', ''],
  ['marché de Treichville, plan large', 'fr', 'subject composition', ''],
  ['Un robot triste sous la pluie, style manga', 'fr', 'subject details mood style', ''],
  ['château fort sur une colline, orage, gravure', 'fr', 'subject details style', ''],
  ['plage sans personne ni parasol, été', 'fr', 'subject', 'personne, parasol'],
  ['ciel étoilé au-dessus d’une cabane, gros plan', 'fr', 'subject composition details', ''],
  ['bouquet de pivoines, pastel', 'fr', 'subject colours style', ''],
  ['baobab au crépuscule, silhouette d’un enfant', 'fr', 'subject details', ''],
  ['un footballeur célèbre son but', 'fr', 'subject', ''],
  ['affiche pour un concert, typographie rétro', 'fr', 'subject style', ''],
  ['photo d’un chien noir dans la neige, contre-jour', 'fr', 'subject light colours details style', ''],
  ['fractale dorée', 'fr', 'subject colours', ''],
  ['mandala violet, symétrie parfaite', 'fr', 'subject composition colours', ''],
  ['ville futuriste, vue aérienne, ambiance joyeuse', 'fr', 'subject composition mood', ''],
  ['lac de montagne, reflets, brume du matin', 'fr', 'subject', ''],
  ['sous l’eau, méduses et coraux, bleu profond', 'fr', 'subject colours', ''],
  ['astronaute seul sur la lune', 'fr', 'subject mood', ''],
  ['cœur en cristal', 'fr', 'subject details', ''],
  ['champ de tournesols, Van Gogh', 'fr', 'subject style', ''],
  ['village sur pilotis pas de bateaux', 'fr', 'subject', 'bateaux'],
  ['une rue de Dakar sans voitures, au soir', 'fr', 'subject', 'voitures'],
  ['éléphant en origami', 'fr', 'subject style', ''],
  ['femme en boubou, studio, fond uni', 'fr', 'subject', ''],
  [
    'portrait de groupe au mariage, lumière dorée, tons chauds, photo',
    'fr',
    'subject composition light colours details style',
    '',
  ],
  ['dragon volant au-dessus d’un volcan', 'fr', 'subject', ''],
  ['une maison sans toit', 'fr', 'subject', 'toit'],
  [
    'volcan en éruption la nuit, plan large, palette rouge et noire, atmosphère épique, huile',
    'fr',
    'subject composition colours mood style',
    '',
  ],
  ['jardin japonais, cerisiers, torii', 'fr', 'subject details', ''],
  ['logo abstrait', 'fr', 'subject', ''],
  ['rêve de liberté', 'fr', 'mood', ''],
  ['Sunset over the sea', 'en', 'subject', ''],
  ['a fox in the snow, no trees', 'en', 'subject details', 'trees'],
  ['portrait of an old fisherman, oil painting, window light', 'en', 'subject composition light style', ''],
  ['cyberpunk city at night, neon, rain', 'en', 'subject light', ''],
  ['a quiet lake without boats, misty morning', 'en', 'subject mood', 'boats'],
  ['black and white photo of a lighthouse', 'en', 'subject colours style', ''],
  ['colorful market in Lagos, wide shot', 'en', 'subject composition colours', ''],
  ['an astronaut riding a horse, watercolor', 'en', 'subject details style', ''],
  ['macro of a butterfly on a flower', 'en', 'subject composition details', ''],
  ['castle on a hill, epic mood, golden hour', 'en', 'subject light mood', ''],
  ['a robot reading in a library', 'en', 'subject', ''],
  ['geometric abstract, blue and orange palette', 'en', 'subject colours', ''],
  ['a sad clown', 'en', 'subject mood', ''],
  ['desert dunes under a starry sky', 'en', 'subject', ''],
  ['forest path in autumn, soft light, peaceful', 'en', 'subject light details mood', ''],
  ['still life with fruit, no text', 'en', 'subject', 'text'],
  ['a whale flying above the clouds, dreamy', 'en', 'subject details', ''],
  ['minimalist mountain, pastel tones', 'en', 'subject colours style', ''],
  ['stained glass owl', 'en', 'subject style', ''],
  ['a girl dancing in the street without shoes or hat', 'en', 'subject', 'shoes, hat'],
  ['aerial view of rice fields at dawn', 'en', 'subject composition', ''],
  ['pixel art spaceship', 'en', 'subject style', ''],
  ['a dragon, close-up, dark, engraving', 'en', 'subject composition mood style', ''],
  ['kente pattern, red and gold', 'en', 'subject colours', ''],
]

describe.each(prompts)('%s', (prompt, language, filled, refused) => {
  const { added, negativePrompt, prompt: enhanced, reading } = enhanceByRules(prompt)

  test('is read as it is meant', () => {
    expect(reading.language).toBe(language)
    expect(promptSlots.filter((slot) => reading.filled.has(slot)).join(' ')).toBe(filled)
    expect(reading.moved.join(', ')).toBe(refused)
  })

  test('keeps its own words in front, and only what it leaves open is added', () => {
    const own = refused === '' ? prompt : reading.positive
    expect(enhanced.startsWith(own)).toBe(true)
    expect(enhanced).toBe([own, ...added.map(({ text }) => text)].join(', '))
    expect(added.filter(({ slot }) => reading.filled.has(slot))).toEqual([])
    expect(new Set(added.map(({ slot }) => slot)).size).toBe(added.length)
    expect(enhanced.length).toBeLessThanOrEqual(maxEnhancedLength)
  })

  test('asks for the same scene, hour and framing as before', () => {
    const [before, after] = [readPrompt(reading.own), readPrompt(enhanced)]
    expect(after.environment).toBe(before.environment)
    expect(after.time).toBe(before.time)
    expect(after.isCloseUp).toBe(before.isCloseUp)
  })

  test('never says again what it refuses', () => {
    expect(added.filter(({ text }) => namesRefused(text, reading.moved))).toEqual([])
    expect(negativePrompt.split(', ').slice(0, reading.moved.length)).toEqual(reading.moved)
  })

  test('is enhanced once', () => {
    const again = enhanceByRules(enhanced, { negativePrompt })
    expect(again.added).toEqual([])
    expect([again.prompt, again.negativePrompt]).toEqual([enhanced, negativePrompt])
  })
})

const phrases = Object.values(slotTexts).flatMap(
  ({ composition, light, colours, familyColours, details, mood, style }) =>
    [composition, light, colours, familyColours, details, mood, style].flatMap((byKey) => Object.values(byKey).flat()),
)
const words = [
  ...prompts.map(([prompt]) => prompt),
  ...phrases,
  ...'sans pas de ni et ou sans neige without clouds no trees avec mer forêt rouge nuit palette plage, . ! ( ) : —'.split(
    ' ',
  ),
]
const sentence = fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'grapheme', maxLength: 12 })), {
  minLength: 1,
  maxLength: 6,
})
const text = fc
  .tuple(sentence, fc.constantFrom(' ', ', ', '. '))
  .map(([parts, joint]) => parts.join(joint).slice(0, 2000))
const palettes = fc.constantFrom([], ['turquoise', 'vert sapin', 'noir'], ['ocre'])

test('whatever is written, enhancing twice is enhancing once', () => {
  fc.assert(
    fc.property(text, palettes, (prompt, paletteNames) => {
      const once = enhanceByRules(prompt, { paletteNames })
      const twice = enhanceByRules(once.prompt, { paletteNames, negativePrompt: once.negativePrompt })
      expect(twice.added).toEqual([])
      expect(twice.prompt).toBe(once.prompt)
      expect(twice.negativePrompt).toBe(once.negativePrompt)
    }),
    { numRuns: 400 },
  )
})

test('whatever is refused, no addition names it', () => {
  const things = fc.constantFrom(
    'neige',
    'vagues',
    'bleu',
    'ombres',
    'sable',
    'waves',
    'blue',
    'snow',
    'illustration',
    'mousse',
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...prompts.map(([prompt]) => prompt)),
      fc.array(things, { maxLength: 4 }),
      (prompt, refused) => {
        const { added } = enhanceByRules(prompt, { negativePrompt: refused.join(', ') })
        for (const { text: addition } of added) {
          expect(refused.filter((thing) => addition.split(/[^\p{L}]+/u).includes(thing))).toEqual([])
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('nothing is added beyond 420 characters', () => {
  fc.assert(
    fc.property(fc.integer({ min: 300, max: 500 }), (length) => {
      const prompt = 'pirogue '.repeat(80).slice(0, length).trim()
      expect(enhanceByRules(prompt).prompt.length).toBeLessThanOrEqual(Math.max(maxEnhancedLength, prompt.length))
    }),
  )
})

test.each([
  'Portrait d’un vieux pêcheur souriant',
  'une vendeuse de beignets au marché',
  'un zémidjan à Cotonou',
  'des amis au bord de la plage',
  'tasse de café sur une table en bois',
  'salon moderne',
  'a market woman in Lagos',
])('%s: what is before us is not framed as a view, and gets no façades', (prompt) => {
  const { added } = enhanceByRules(prompt)
  expect(added.length).toBeGreaterThan(2)
  const views = /panoram|horizon|plan large|lointain|façades|façade|wide|far\b|facade/iu
  expect(added.filter(({ text }) => views.test(text))).toEqual([])
})

test('the colours of a reference come first', () => {
  const { added } = enhanceByRules('une pirogue', { paletteNames: ['turquoise', 'ocre', 'noir', 'blanc'] })
  expect(added.find(({ slot }) => slot === 'colours')?.text).toBe(
    'palette reprise de la référence : turquoise, ocre, noir',
  )
})

test.each([
  ['affiche avec le texte BONNE FÊTE', ['texte']],
  ['paysage flou dans la brume', ['flou']],
  ['portrait with soft blur', ['blur']],
])('%s: what is asked for is not avoided', (prompt, asked) => {
  const avoided = enhanceByRules(prompt).negativePrompt.split(', ')
  expect(avoided.filter((item) => asked.includes(item))).toEqual([])
})

test('no phrase of ours refuses anything, promises magic or says the same twice', () => {
  expect(
    phrases.filter((phrase) => /\b(?:sans|pas de|without|no|8k|4k|hd|masterpiece|trending|chef-d)\b/i.test(phrase)),
  ).toEqual([])
  for (const texts of Object.values(slotTexts)) {
    for (const candidates of Object.values(texts.details)) expect(new Set(candidates).size).toBe(candidates.length)
  }
})
