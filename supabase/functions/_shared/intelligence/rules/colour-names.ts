/** What a colour is called. */
import { fromHex, toOklab } from '@product/engine/language'

import type { IntelligenceLanguage } from '../../contract/src/index.ts'

type Lab = readonly [lightness: number, a: number, b: number]

const named = [
  ['noir', 'black', '#141414'],
  ['blanc', 'white', '#f5f5f2'],
  ['gris', 'grey', '#8c8c8c'],
  ['gris foncé', 'dark grey', '#4a4a4a'],
  ['rouge', 'red', '#c8302a'],
  ['bordeaux', 'burgundy', '#6b1f2a'],
  ['corail', 'coral', '#f27a5e'],
  ['orange', 'orange', '#ee8a2a'],
  ['ocre', 'ochre', '#c08a3c'],
  ['terre cuite', 'terracotta', '#a8552f'],
  ['brun', 'brown', '#5e3d28'],
  ['beige', 'beige', '#dcc7a0'],
  ['jaune', 'yellow', '#f2cf3a'],
  ['vert olive', 'olive', '#7a8038'],
  ['vert', 'green', '#3f8a48'],
  ['vert sapin', 'pine green', '#1f4a35'],
  ['turquoise', 'turquoise', '#2fb0a6'],
  ['bleu pétrole', 'petrol blue', '#305a7d'],
  ['bleu ciel', 'sky blue', '#8fc3e8'],
  ['bleu', 'blue', '#2f6fc0'],
  ['bleu nuit', 'midnight blue', '#16264f'],
  ['indigo', 'indigo', '#3a3a8c'],
  ['violet', 'violet', '#7d4fb8'],
  ['mauve', 'mauve', '#b79ad0'],
  ['rose', 'pink', '#f09ab8'],
  ['magenta', 'magenta', '#d0309a'],
  ['crème', 'cream', '#f2e6cc'],
] as const

const colours = named.map(([fr, en, hex]) => ({ fr, en, lab: toOklab(fromHex(hex)) }))

/** Every name, the longest first. */
export const colourNames: readonly string[] = colours
  .flatMap(({ fr, en }) => [fr, en])
  .toSorted((a, b) => b.length - a.length)

/** Hue tells colours apart more than lightness does. */
const lightnessWeight = 0.8
const hueWeight = 2.2

export function colourName(lab: Lab, language: IntelligenceLanguage): string {
  const [nearest] = colours.toSorted((a, b) => distance(a.lab, lab) - distance(b.lab, lab))
  return nearest?.[language] ?? ''
}

function distance(a: Lab, b: Lab): number {
  return (a[0] - b[0]) ** 2 * lightnessWeight + ((a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2) * hueWeight
}
