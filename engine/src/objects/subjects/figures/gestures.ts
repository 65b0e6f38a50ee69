// Where the arms of somebody on their feet are, by what they do.
import type { Person } from '../../../prompt/asked.ts'
import type { Arm } from './figure-easel.ts'

export const WOMEN: ReadonlySet<Person> = new Set(['woman', 'girl', 'old-woman'])

export type Bones = Arm['bones']

export type Gesture =
  | 'standing'
  | 'akimbo'
  | 'holding'
  | 'playing'
  | 'carrying'
  | 'talking'
  | 'explaining'
  | 'cheering'
  | 'phoning'
  | 'walking'
  | 'pounding'
  | 'directing'

/** The far arm and the near one of somebody who looks to the right. */
export const ARMS: Readonly<Record<Gesture, readonly [Bones, Bones]>> = {
  standing: [
    [
      [56, 52],
      [63, 78],
      [61, 102],
    ],
    [
      [29, 52],
      [22, 78],
      [25, 103],
    ],
  ],
  akimbo: [
    [
      [56, 52],
      [63, 78],
      [61, 102],
    ],
    [
      [29, 52],
      [13, 75],
      [28, 95],
    ],
  ],
  holding: [
    [
      [56, 52],
      [65, 78],
      [55, 92],
    ],
    [
      [29, 52],
      [20, 80],
      [38, 95],
    ],
  ],
  playing: [
    [
      [56, 52],
      [67, 76],
      [55, 88],
    ],
    [
      [29, 52],
      [17, 79],
      [34, 99],
    ],
  ],
  carrying: [
    [
      [56, 52],
      [72, 34],
      [60, 6],
    ],
    [
      [29, 52],
      [22, 78],
      [25, 103],
    ],
  ],
  talking: [
    [
      [56, 52],
      [67, 77],
      [82, 60],
    ],
    [
      [29, 52],
      [18, 78],
      [38, 92],
    ],
  ],
  explaining: [
    [
      [56, 52],
      [66, 78],
      [80, 84],
    ],
    [
      [29, 52],
      [14, 74],
      [12, 96],
    ],
  ],
  cheering: [
    [
      [56, 52],
      [74, 36],
      [72, 8],
    ],
    [
      [29, 52],
      [11, 36],
      [14, 8],
    ],
  ],
  phoning: [
    [
      [56, 52],
      [66, 76],
      [54, 94],
    ],
    [
      [29, 52],
      [10, 66],
      [25, 34],
    ],
  ],
  walking: [
    [
      [56, 52],
      [69, 74],
      [80, 94],
    ],
    [
      [29, 52],
      [14, 74],
      [6, 98],
    ],
  ],
  directing: [
    [
      [56, 52],
      [78, 54],
      [99, 50],
    ],
    [
      [29, 52],
      [11, 36],
      [16, 8],
    ],
  ],
  pounding: [
    [
      [56, 52],
      [76, 50],
      [86, 26],
    ],
    [
      [29, 52],
      [52, 70],
      [84, 62],
    ],
  ],
}
