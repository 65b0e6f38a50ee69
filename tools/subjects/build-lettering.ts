/**
 * Makes the letters that the engine writes with of the app's own title font: `npm run lettering:build`. What it writes
 * is committed; nothing reads a font when a picture is painted.
 */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { type Font, openSync } from 'fontkit'

const FILE = import.meta.resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff')
const WRITTEN = new URL('../../engine/src/lettering/letters.json', import.meta.url)

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÂÄÇÉÈÊËÎÏÔÖÙÛÜÑŒÆ'.split('')
const CHARACTERS = [...CAPITALS, ...'0123456789'.split(''), ...".,:;!?’'-–—&+%€$#@/°()«» ".split('')]

const font = openSync(fileURLToPath(FILE)) as Font

/** Down the page, where the font goes up. */
function outlineOf(character: string): string {
  const [glyph] = font.layout(character).glyphs
  if (!glyph || glyph.id === 0) throw new Error(`The font has no ${character}`)
  return glyph.path.scale(1, -1).toSVG()
}

const widthOf = (text: string) => font.layout(text).positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)

/** By how much two letters are nearer than their widths say, where they are. */
function kerningOf(first: string): Record<string, number> {
  const pairs = CAPITALS.map((second) => [second, widthOf(first + second) - widthOf(first) - widthOf(second)] as const)
  return Object.fromEntries(pairs.filter(([, by]) => by !== 0))
}

const letters = {
  unitsPerEm: font.unitsPerEm,
  capHeight: font.capHeight,
  letters: Object.fromEntries(CHARACTERS.map((one) => [one, { width: widthOf(one), outline: outlineOf(one) }])),
  kerning: Object.fromEntries(CAPITALS.map((one) => [one, kerningOf(one)])),
}
await writeFile(WRITTEN, `${JSON.stringify(letters)}\n`)
