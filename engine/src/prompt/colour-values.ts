import { fromHex, type Rgb } from '../core/colour.ts'
import type { ColourName } from './asked.ts'

/** What each colour word looks like; `multicolour` names no single colour. */
export const COLOUR_VALUES: Readonly<Record<Exclude<ColourName, 'multicolour'>, Rgb>> = {
  red: fromHex('#d8362f'),
  orange: fromHex('#ee7a20'),
  yellow: fromHex('#f4cf3a'),
  gold: fromHex('#e3b04a'),
  green: fromHex('#4f9a4a'),
  turquoise: fromHex('#2fb8b0'),
  blue: fromHex('#2f72c4'),
  violet: fromHex('#7a48c6'),
  pink: fromHex('#f080ac'),
  brown: fromHex('#7a5236'),
  black: fromHex('#26262c'),
  white: fromHex('#f2f1ec'),
  grey: fromHex('#8d949c'),
  beige: fromHex('#e2cfa8'),
}

export function colourValue(name: ColourName | null | undefined): Rgb | null {
  return name && name !== 'multicolour' ? COLOUR_VALUES[name] : null
}
