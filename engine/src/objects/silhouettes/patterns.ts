import { Noise } from '../../core/noise.ts'
import { Random } from '../../core/random.ts'
import { clamp } from '../../core/scalar.ts'
import { OWN, type Pattern } from '../parts.ts'

const SHADES = 9

/** The own colour in nine steps of lightness around itself; noise picks the step. */
function grain(colour: string, reach: number, noiseAt: (x: number, y: number) => number): Pattern {
  const tones = Array.from({ length: SHADES }, (_, k) => ({ colour, lighter: (k / (SHADES - 1) - 0.5) * 2 * reach }))
  return { tones, at: (x, y) => Math.round(clamp(0.5 + noiseAt(x, y) / 2) * (SHADES - 1)) }
}

const bark = new Noise(new Random(9))
const straw = new Noise(new Random(4))
const coat = new Noise(new Random(5))

export const lighthouseBands: Pattern = {
  tones: [{ colour: '#f4efe4' }, { colour: OWN }],
  at: (_, y) => Math.floor(((100 - y) / 100) * 9) & 1,
}

export const planks: Pattern = {
  tones: [
    { colour: OWN, lighter: -0.03 },
    { colour: OWN, lighter: 0.02 },
  ],
  at: (_, y) => Math.floor((100 - y) / 5) & 1,
}

/** Rows of stone. */
export const courses: Pattern = {
  tones: [
    { colour: OWN, lighter: -0.012 },
    { colour: OWN, lighter: 0.012 },
  ],
  at: (_, y) => Math.floor((100 - y) / 3.5) & 1,
}

export const feathers: Pattern = {
  tones: [{ colour: OWN }, { colour: OWN, lighter: 0.1 }],
  at: (x, y) => {
    const u = (x - 50) / 100
    const v = y / 100
    return v > 0.45 && Math.abs(u) < 0.2 && Math.sin(u * 90 + Math.floor(v * 22) * 1.6) > 0.3 ? 1 : 0
  },
}

export const patches: Pattern = {
  tones: [{ colour: OWN }, { colour: '#9a5a2a' }],
  at: (x, y) => (Math.abs(coat.at(x * 0.15, y * 0.15)) > 0.2 ? 1 : 0),
}

/** Vertical panels of an envelope, wider in the middle as on a sphere. */
export const gores: Pattern = {
  tones: [{ colour: OWN }, { colour: '#f7e9c4' }],
  at: (x, y) => {
    const roundness = Math.max(0.15, Math.sin(clamp(y / 82) * Math.PI * 0.86 + 0.28))
    const across = clamp((x - 50) / 40 / roundness, -1, 1)
    return Math.floor((Math.asin(across) / Math.PI + 0.5) * 9) & 1
  },
}

/** A band of lozenges under the roof. */
export const hutPainting: Pattern = {
  tones: [{ colour: OWN }, { colour: '#f0e2c6' }, { colour: '#7a3420' }],
  at: (x, y) => {
    if (x < 19 || x > 81) return 0
    const column = Math.floor((x - 17.8) / 8.4)
    const offset = Math.abs(x - 22 - column * 8.4) / 4.2 + Math.abs(y - 67) / 5
    return offset > 1 ? 0 : column % 2 === 0 ? 2 : 1
  },
}

export const thatch = grain('#c9a25a', 0.11, (x, y) => straw.at(Math.atan2(x - 50, y) * 26, y * 0.05))

export const baobabBark = grain(OWN, 0.12, (x, y) => bark.at(x * 0.26, y * 0.05))

/** Engraved lines on the forehead and the cheeks. */
export const carving: Pattern = {
  tones: [{ colour: OWN }, { colour: OWN, lighter: 0.1 }, { colour: OWN, lighter: -0.02 }],
  at: (x, y) => {
    const v = y / 100
    const u = Math.abs(x - 50) / 100
    if (v < 0.26) return Math.floor(v * 34 + u * 10) & 1 ? 1 : 2
    if (v > 0.66 && u > 0.14) return Math.floor(u * 40 + v * 24) & 1 ? 1 : 2
    return 0
  },
}

/** Printed cotton: dots in a half-drop on the cloth's own colour. */
export const waxPrint: Pattern = {
  tones: [{ colour: OWN }, { colour: '#f6e3b0' }, { colour: '#1f2a5c' }],
  at: (x, y) => {
    const column = Math.floor(x / 6)
    const dx = x - column * 6 - 3
    const dy = ((y + (column & 1) * 3.5) % 7) - 3.5
    const distance = Math.hypot(dx, dy)
    return distance < 1.1 ? 2 : distance < 2.1 ? 1 : 0
  },
}

export const awning: Pattern = {
  tones: [{ colour: OWN }, { colour: '#f4ead4' }],
  at: (x, y) => Math.floor(((x - 50) / (0.8 + y * 0.0085) + 160) / 9) & 1,
}
