import { expect, it } from 'vitest'

import { Frame } from '../core/frame.ts'
import { paint } from '../index.ts'
import { planPicture } from '../prompt/plan/plan-picture.ts'
import { letterPicture } from './letter-picture.ts'
import { setWords, writable } from './set-words.ts'

const planOf = (prompt: string) => {
  const { spec, plan } = planPicture({ prompt })
  return { lettering: spec.lettering, drawn: plan.drawn.map(({ text }) => text), verdict: plan.verdict }
}

it.each([
  ['affiche pour mon maquis "Chez Tantie Rose" avec du poisson braisé', ['Chez Tantie Rose']],
  ['logo avec des ciseaux, nom Awa Beauté', ['Awa Beauté']],
  ['affiche « Grande soirée » « Samedi 12 décembre » avec un tambour', ['Grande soirée', 'Samedi 12 décembre']],
  ['affiche tournoi de maracana dimanche 15 août avec un ballon', ['tournoi de maracana dimanche 15 août']],
  ['logo avec un marteau, nom Koffi et Fils', ['Koffi et Fils']],
  ['logo nom Awa Beauté et des ciseaux', ['Awa Beauté']],
  ['carte d’anniversaire avec un gâteau', ['Joyeux anniversaire']],
  ['a poster titled Night Market with a lantern', ['Night Market']],
  ['poster d’un lion dans la savane', []],
  // A quotation elsewhere stresses a word: it is drawn.
  ['un "chat" noir sur un canapé', []],
])('« %s » has written on it what is to be written', (prompt, words) => {
  const { lettering, drawn, verdict } = planOf(prompt)
  expect(lettering).toEqual(words)
  expect(drawn).toEqual(expect.arrayContaining(words.map((word) => `« ${word} »`)))
  expect(verdict).toBe('complete')
})

it('draws no rose for a name, fifteen of nothing for a date, and no street for a sign', () => {
  const shown = (prompt: string) => planPicture({ prompt }).spec.subjects.map(({ subject, count }) => [subject, count])
  expect(shown('affiche « Chez Tantie Rose » avec un poisson braisé')).toEqual(shown('affiche avec un poisson braisé'))
  expect(shown('affiche tournoi dimanche 15 août avec ballon')).toEqual([['soccer-ball', 1]])
  expect(planPicture({ prompt: 'enseigne « Pain chaud »' }).spec.environment).toBe('subject')
})

it('writes nothing where words are refused', () => {
  const prompt = 'affiche « Chez Awa » avec un poisson'
  expect(planPicture({ prompt, negativePrompt: 'texte, lettres, filigrane' }).spec.lettering).toEqual([])
  expect(planOf(`${prompt}, sans texte`).lettering).toEqual([])
  expect(planPicture({ prompt, negativePrompt: 'flou' }).spec.lettering).toEqual(['Chez Awa'])
})

it('is of a bounded length, cut between two words', () => {
  const [text = ''] = planOf(`affiche « ${'mot '.repeat(19)}»`).lettering
  expect(text).toMatch(/^(?:mot )+mot$/u)
  expect(text.length).toBeLessThanOrEqual(60)
})

it('writes in capitals with their accents, and puts a near letter where the font has none', () => {
  expect(writable('  Beauté   d’Œuvre ')).toBe('BEAUTÉ D’ŒUVRE')
  expect(writable('Ɔdɔ ŋ Ẹ̀kó 你🙂')).toBe('ODO N EKO ')
  expect(setWords('AVA').width).toBeLessThan(setWords('A').width * 2 + setWords('V').width)
})

/** Rows that are written on, as shares of the height: the first and the last. */
function writtenRows(prompt: string, side = 256): readonly [number, number] {
  const frame = new Frame(side, side)
  letterPicture(frame, planPicture({ prompt }).spec, 0)
  const rows = Array.from({ length: side }, (_, row) => row).filter((row) =>
    frame.g.subarray(row * side, (row + 1) * side).some((value) => value > 0),
  )
  return [(rows[0] ?? -1) / side, (rows.at(-1) ?? -1) / side]
}

it('stands below a poster, across a logo, and in the middle of a poster that shows nothing else', () => {
  const [top, bottom] = writtenRows('affiche « Abidjan » avec un lion')
  expect([top > 0.78, bottom < 0.96]).toEqual([true, true])
  const [ribbon, end] = writtenRows('logo « Abidjan » avec un lion')
  expect([ribbon > 0.6, end < 0.95]).toEqual([true, true])
  const [first, last] = writtenRows('affiche « Abidjan, notre ville »')
  expect([first > 0.15, (first + last) / 2]).toEqual([true, expect.closeTo(0.5, 1)])
  expect(writtenRows('affiche avec un lion')[1]).toBeLessThan(0)
})

it('is part of the picture, and of its receipt', () => {
  const request = { prompt: 'affiche « Abidjan » avec un lion', seed: 3, width: 256, height: 256 }
  const { metadata, data } = paint(request)
  expect(metadata.plan.drawn.map(({ text }) => text)).toEqual(['un lion', '« Abidjan »'])
  const bare = paint({ ...request, negativePrompt: 'texte' }).data
  const rowOf = (pixels: Uint8Array, share: number) =>
    Array.from({ length: 256 }, (_, x) => pixels[(Math.floor(256 * share) * 256 + x) * 3]!)
  const changed = (share: number) =>
    rowOf(data, share).filter((value, x) => Math.abs(value - rowOf(bare, share)[x]!) > 40).length
  // Paper on a dark band, where without words the ground goes on; the sheet above it stays.
  const written = rowOf(data, 0.865)
  expect(written.filter((value) => value > 200).length).toBeGreaterThan(20)
  expect(written.filter((value) => value < 140).length).toBeGreaterThan(100)
  expect([changed(0.06), changed(0.865) > 100]).toEqual([0, true])
})
