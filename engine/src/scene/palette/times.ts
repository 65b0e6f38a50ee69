import { fromHex, fromHexes, type Rgb } from '../../core/colour.ts'
import type { TimeOfDay } from '../../prompt/spec.ts'
import type { PaletteDraft } from './palette.ts'

type TimeColours = Pick<
  PaletteDraft,
  'sky' | 'light' | 'core' | 'haze' | 'ambient' | 'cloudLit' | 'cloudShade' | 'direct' | 'waterDeep' | 'waterShallow'
>

const TIMES: Readonly<Record<TimeOfDay, TimeColours>> = {
  dawn: {
    sky: fromHexes('#3a5a94', '#8a86b8', '#e3a3a0', '#f9c99a', '#ffe7bd'),
    light: fromHex('#ffd0a0'),
    core: fromHex('#fff3dc'),
    haze: fromHex('#efc3ae'),
    ambient: [0.62, 0.58, 0.72],
    direct: [1, 0.78, 0.58],
    cloudLit: fromHex('#ffd9b8'),
    cloudShade: fromHex('#a58bb0'),
    waterDeep: fromHex('#35557a'),
    waterShallow: fromHex('#4a4068'),
  },
  day: {
    sky: fromHexes('#1d5fa8', '#4d97d6', '#9fcfe9', '#e2f1f2'),
    light: fromHex('#fff2d0'),
    core: fromHex('#ffffff'),
    haze: fromHex('#c9dfec'),
    ambient: [0.5, 0.58, 0.74],
    direct: [0.86, 0.8, 0.68],
    cloudLit: fromHex('#ffffff'),
    cloudShade: fromHex('#9fb3cc'),
    waterDeep: fromHex('#0d4f78'),
    waterShallow: fromHex('#37a9b0'),
  },
  sunset: {
    sky: fromHexes('#27264f', '#6b3a6e', '#d2586a', '#f08a4f', '#ffd083'),
    light: fromHex('#ffb066'),
    core: fromHex('#fff2cf'),
    haze: fromHex('#e8957a'),
    ambient: [0.52, 0.43, 0.66],
    direct: [1, 0.68, 0.42],
    cloudLit: fromHex('#ffc48a'),
    cloudShade: fromHex('#8a4a78'),
    waterDeep: fromHex('#2d2450'),
    waterShallow: fromHex('#4a4068'),
  },
  dusk: {
    sky: fromHexes('#121a44', '#31306e', '#74508f', '#d08a8a', '#f6c490'),
    light: fromHex('#ffc79a'),
    core: fromHex('#fff0dc'),
    haze: fromHex('#8f7aa0'),
    ambient: [0.42, 0.42, 0.66],
    direct: [0.72, 0.52, 0.55],
    cloudLit: fromHex('#d8a0a8'),
    cloudShade: fromHex('#4a4078'),
    waterDeep: fromHex('#2d2450'),
    waterShallow: fromHex('#4a4068'),
  },
  night: {
    sky: fromHexes('#030817', '#0a1836', '#143056', '#2d5878'),
    light: fromHex('#cfe0ff'),
    core: fromHex('#f4f7ff'),
    haze: fromHex('#23456c'),
    ambient: [0.3, 0.36, 0.5],
    direct: [0.4, 0.46, 0.6],
    cloudLit: fromHex('#5f7fae'),
    cloudShade: fromHex('#14264a'),
    waterDeep: fromHex('#04101f'),
    waterShallow: fromHex('#0d2b4a'),
  },
}

const ACCENTS: readonly Rgb[] = fromHexes('#e4572e', '#f3a712', '#29335c', '#669bbc', '#f0f3bd')

/** The temperate summer palette of a time of day. */
export function paletteOfTime(time: TimeOfDay): PaletteDraft {
  return {
    ...TIMES[time],
    isNight: time === 'night',
    grass: fromHex('#4c6a34'),
    grassLight: fromHex('#86934a'),
    rock: fromHex('#6e6864'),
    snow: fromHex('#eef3fa'),
    sand: fromHex('#e6c68f'),
    leaf: fromHex('#3f6b3a'),
    leafLight: fromHex('#8fae4e'),
    accents: ACCENTS,
  }
}
