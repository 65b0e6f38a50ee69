// Words as outlines, in the app's own title font (tools/subjects/build-lettering.ts): capitals, with kerning.
import type { Polygon } from '../core/coverage.ts'
import { parsePath } from '../core/path.ts'
import font from './letters.json' with { type: 'json' }

interface Letter {
  /** Of a thousandth of the font size, as the outline is. */
  readonly width: number
  readonly outline: string
}

const LETTERS: Readonly<Record<string, Letter>> = font.letters
/** By how much the second letter stands nearer to the first. */
const KERNING: Readonly<Record<string, Readonly<Record<string, number>>>> = font.kerning

/** Of a capital, of the size of its font. */
export const CAP_HEIGHT = font.capHeight / font.unitsPerEm

export interface SetWords {
  /** Of the font size. */
  readonly width: number
  /** As polygons whose lines stand on y = 0; for a font of `size`, with their left edge at `x` and their line at `y`. */
  readonly place: (x: number, y: number, size: number) => readonly Polygon[]
}

/** Letters that the font does not have stand without their marks, or not at all. */
export function setWords(text: string): SetWords {
  const characters = writable(text).split('')
  const placed: { readonly at: number; readonly outlines: readonly Polygon[] }[] = []
  let at = 0
  for (const [place, character] of characters.entries()) {
    const { width, outline } = LETTERS[character]!
    placed.push({ at, outlines: parsePath(outline) })
    at += width + (KERNING[character]?.[characters[place + 1] ?? ''] ?? 0)
  }
  const place = (x: number, y: number, size: number) => {
    const scale = size / font.unitsPerEm
    return placed.flatMap((letter) =>
      letter.outlines.map((outline) =>
        outline.map((value, index) => (index % 2 === 0 ? x + (letter.at + value) * scale : y + value * scale)),
      ),
    )
  }
  return { width: at / font.unitsPerEm, place }
}

const LIKE: Readonly<Record<string, string>> = { Ɛ: 'E', Ɔ: 'O', Ŋ: 'N', Ɖ: 'D', Ƒ: 'F', Ɣ: 'G', Ø: 'O', Ł: 'L' }

/** As it is written: capitals of the font. */
export function writable(text: string): string {
  const capitals = text.replace(/\s+/gu, ' ').trim().normalize('NFC').toLocaleUpperCase('fr')
  return Array.from(capitals, toLetter).join('')
}

function toLetter(character: string): string {
  if (character in LETTERS) return character
  const [bare = ''] = character.normalize('NFKD')
  const like = LIKE[bare] ?? bare
  return like in LETTERS ? like : ''
}
