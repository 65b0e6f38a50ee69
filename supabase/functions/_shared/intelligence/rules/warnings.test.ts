import { expect, test } from 'vitest'

import type { PictureFigures } from '../images/image-worker.ts'
import { analyzeByRules, recommendedMode, recommendedSize } from './analyze-by-rules.ts'
import { read } from './reading.ts'
import { warningsFor } from './warnings.ts'

test.each([
  ['chat', /très courte/],
  ['pirogue '.repeat(91), /longue/],
  ['une pirogue sur la lagune, aquarelle, cubisme', /Styles concurrents : cubisme, aquarelle/],
  ['un phare en noir et blanc, mer bleue', /contredit les couleurs/],
  ['grand soleil sur la ville la nuit', /« Nuit » et « soleil »/],
  ['montagnes et lac sans neige', /à éviter » : neige/],
  ['un zorglub frobnique la machine', /ne reconnaît pas : un zorglub, la machine/],
  ['a very big sun over the city at night', /“Night” and “sun”/],
])('%s', (prompt, sentence) => {
  expect(warningsFor({ reading: read(prompt) }).join('\n')).toMatch(sentence)
})

test('a description without fault is not blamed', () => {
  expect(warningsFor({ reading: read('une pirogue sur la lagune au coucher du soleil') })).toEqual([])
  expect(warningsFor({ reading: read('un phare en noir et blanc, ciel gris') })).toEqual([])
  // The plan beside it says that mangoes will be drawn.
  expect(warningsFor({ reading: read('Une femme vend des mangues au marché') })).toEqual([])
})

test('small, blurred and superfluous images are told', () => {
  const figures = [
    { width: 200, height: 900, sharpness: 5 },
    { width: 900, height: 900, sharpness: 0.01 },
  ] as PictureFigures[]
  const said = warningsFor({ reading: read('une pirogue sur la lagune'), figures, imageCount: 4 })
  expect(said).toEqual([
    '3 images maximum : les suivantes ne serviront pas.',
    'L’image 1 fait moins de 256 pixels : elle donnera peu de détails.',
    'L’image 2 est très floue.',
  ])
})

test('the score is the share of the seven slots', () => {
  const { filled, missing, score } = analyzeByRules(read('portrait d’une femme, éclairage doux, huile, tons rouges'))
  expect(filled).toEqual(['subject', 'composition', 'light', 'colours', 'style'])
  expect(missing).toEqual(['details', 'mood'])
  expect(score).toBe(0.71)
})

test('what is detected are the engine’s own codes', () => {
  expect(analyzeByRules(read('voilier rouge au coucher du soleil, aquarelle, sans oiseaux')).detected).toEqual({
    scene: 'sea',
    time: 'sunset',
    styles: ['watercolour'],
    colours: ['red'],
    objects: ['sailboat'],
    moods: [],
    removed: ['oiseaux'],
  })
})

test('mode by the number of images, size by the words', () => {
  expect([0, 1, 2, 3].map(recommendedMode)).toEqual(['normal', 'enhanced', 'cortexia', 'cortexia'])
  expect(recommendedSize(read('portrait de femme'))).toEqual({ width: 832, height: 1216 })
  expect(recommendedSize(read('panorama des dunes'))).toEqual({ width: 1216, height: 832 })
  expect(recommendedSize(read('un chat'))).toEqual({ width: 1024, height: 1024 })
})
