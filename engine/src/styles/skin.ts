import { toLch } from '../core/colour.ts'
import { ColourTable } from './colour-table.ts'

const HUES = [30, 75] as const
const LEAST_CHROMA = 0.03

/** 1 for the colours skin has, from the darkest to the lightest; 0 for the others. */
export function createSkinTable(): ColourTable {
  return new ColourTable(1, (colour) => {
    const [, chroma, hue] = toLch(colour)
    return [chroma > LEAST_CHROMA && hue >= HUES[0] && hue <= HUES[1] ? 1 : 0]
  })
}
