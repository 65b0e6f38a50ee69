import { appended } from './snippet-words.ts'

/** The styles to begin with: each is words in the description, so that every engine reads it and every remix carries it. */
export interface StarterStyle {
  /** Its place in `styles.webp`, row by row (`npm run examples:paint`). */
  name: string
  label: Readonly<Record<'fr' | 'en', string>>
  words: Readonly<Record<'fr' | 'en', string>>
}

type Said = readonly [label: string, words: string]

const style = (name: string, fr: Said, en: Said): StarterStyle => ({
  name,
  label: { fr: fr[0], en: en[0] },
  words: { fr: fr[1], en: en[1] },
})

export const starterStyles: readonly StarterStyle[] = [
  style('photo', ['Photo', 'photo réaliste'], ['Photo', 'realistic photo']),
  style('watercolour', ['Aquarelle', 'aquarelle'], ['Watercolour', 'watercolour']),
  style('oil', ['Huile', 'peinture à l’huile'], ['Oil', 'oil painting']),
  style('impressionism', ['Impressionniste', 'style impressionniste'], ['Impressionist', 'impressionist style']),
  style('pointillism', ['Pointilliste', 'pointillisme'], ['Pointillist', 'pointillism']),
  style('pastel', ['Pastel', 'pastel'], ['Pastel', 'pastel']),
  style('sketch', ['Crayon', 'croquis au crayon'], ['Pencil', 'pencil sketch']),
  style('engraving', ['Gravure', 'gravure à l’eau-forte'], ['Engraving', 'etching']),
  style('woodblock', ['Estampe', 'estampe japonaise'], ['Woodblock', 'woodblock print']),
  style('poster', ['Affiche', 'affiche vintage'], ['Poster', 'vintage poster']),
  style('paper', ['Papier découpé', 'papier découpé'], ['Paper cut', 'papercut']),
  style('mosaic', ['Mosaïque', 'mosaïque'], ['Mosaic', 'mosaic']),
  style('stained-glass', ['Vitrail', 'vitrail'], ['Stained glass', 'stained glass']),
  style('pop', ['Bande dessinée', 'bande dessinée'], ['Comic', 'comic book']),
  style('minimal', ['Minimaliste', 'style minimaliste'], ['Minimal', 'minimalist style']),
  style('low-poly', ['Facettes', 'low poly'], ['Low poly', 'low poly']),
  style('cubism', ['Cubiste', 'style cubiste'], ['Cubist', 'cubist style']),
  style('pixel', ['Pixel art', 'pixel art'], ['Pixel art', 'pixel art']),
  style('black-and-white', ['Noir et blanc', 'noir et blanc'], ['Black and white', 'black and white']),
  style('dream', ['Onirique', 'ambiance onirique'], ['Dreamlike', 'dreamy']),
  style('fantasy', ['Fantastique', 'style fantasy'], ['Fantasy', 'fantasy']),
  style('neon', ['Néon', 'lumière néon'], ['Neon', 'neon light']),
  style('synthwave', ['Années 80', 'synthwave'], ['Synthwave', 'synthwave']),
  style('glitch', ['Glitch', 'effet glitch'], ['Glitch', 'glitch']),
]

/** All the ways in which a style may stand in a description. */
const wordsOf = ({ words }: StarterStyle) => [words.fr, words.en]

/** A comma before a digit is part of a number: « 1,5 ». */
const betweenPieces = /,(?!\d)/u
const isNamed = (piece: string, words: readonly string[]) => {
  const said = piece.trim().toLowerCase()
  return words.some((word) => word.toLowerCase() === said)
}

/** The style that the description names, between its commas. */
export function styleOf(prompt: string): StarterStyle | null {
  const pieces = prompt.split(betweenPieces)
  return starterStyles.find((starter) => pieces.some((piece) => isNamed(piece, wordsOf(starter)))) ?? null
}

/** The description with this style in place of the one it had; with `null` without any. What else stands there stays as it is. */
export function withStyle(prompt: string, starter: StarterStyle | null, language: 'fr' | 'en'): string {
  const known = starterStyles.flatMap(wordsOf)
  const pieces = prompt.split(betweenPieces)
  const kept = pieces.filter((piece) => !isNamed(piece, known))
  const plain = kept.length === pieces.length ? prompt : kept.join(',').trim()
  return starter ? appended(plain, starter.words[language]) : plain
}
