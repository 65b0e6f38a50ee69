// Where the arms of somebody on their feet are, by what they do.
import type { Person } from '../../../prompt/asked.ts'
import type { Arm } from './figure-easel.ts'
import { AT_SOMETHING } from './gestures-at.ts'

export const WOMEN: ReadonlySet<Person> = new Set(['woman', 'girl', 'old-woman'])

export type Bones = Arm['bones']

export type Gesture =
  | 'standing'
  | 'akimbo'
  | 'clasped'
  | 'holding'
  | 'playing'
  | 'carrying'
  | 'sheltering'
  | 'talking'
  | 'explaining'
  | 'cheering'
  | 'phoning'
  | 'walking'
  | 'pounding'
  | 'directing'
  | 'pockets'
  | 'folded'
  | 'behind'
  | 'crossed'
  | 'waving'
  | 'showing'
  | 'guarding'
  | 'raising'
  /** On a cane. */
  | 'leaning'
  | 'clapping'
  | 'lying'
  /** One hand, or both, at somebody or something. */
  | 'reaching'
  | 'tending'
  | 'eating'
  | 'drinking'
  | 'laden'
  | 'skipping'
  | 'fluting'
  | 'selfie'
  | 'serving'
  | 'climbing'
  | 'lifting'
  | 'shouldering'
  | 'photographing'
  | 'brushing'
  /** A child's shins, over the shoulders. */
  | 'steadying'

/** The far arm and the near one of somebody who looks to the right. */
export const ARMS: Readonly<Record<Gesture, readonly [Bones, Bones]>> = {
  standing: [
    [
      [56, 54],
      [63, 87],
      [60, 116],
    ],
    [
      [29, 54],
      [21, 87],
      [25, 117],
    ],
  ],
  akimbo: [
    [
      [56, 54],
      [63, 87],
      [60, 116],
    ],
    [
      [29, 54],
      [9, 79],
      [27, 99],
    ],
  ],
  clasped: [
    [
      [56, 54],
      [65, 85],
      [47, 101],
    ],
    [
      [29, 54],
      [18, 86],
      [38, 103],
    ],
  ],
  guarding: [
    [
      [56, 54],
      [70, 82],
      [60, 60],
    ],
    [
      [29, 54],
      [15, 84],
      [32, 66],
    ],
  ],
  ...AT_SOMETHING,
  holding: [
    [
      [56, 54],
      [66, 84],
      [55, 98],
    ],
    [
      [29, 54],
      [17, 85],
      [37, 101],
    ],
  ],
  playing: [
    [
      [56, 54],
      [69, 80],
      [56, 92],
    ],
    [
      [29, 54],
      [14, 84],
      [33, 104],
    ],
  ],
  carrying: [
    [
      [56, 54],
      [75, 32],
      [60, 4],
    ],
    [
      [29, 54],
      [21, 87],
      [25, 117],
    ],
  ],
  sheltering: [
    [
      [56, 54],
      [71, 83],
      [65, 66],
    ],
    [
      [29, 54],
      [21, 87],
      [25, 117],
    ],
  ],
  talking: [
    [
      [56, 54],
      [67, 84],
      [84, 66],
    ],
    [
      [29, 54],
      [17, 86],
      [37, 99],
    ],
  ],
  explaining: [
    [
      [56, 54],
      [66, 86],
      [82, 97],
    ],
    [
      [29, 54],
      [19, 87],
      [17, 115],
    ],
  ],
  cheering: [
    [
      [56, 54],
      [75, 36],
      [73, 6],
    ],
    [
      [29, 54],
      [10, 36],
      [13, 6],
    ],
  ],
  phoning: [
    [
      [56, 54],
      [66, 84],
      [54, 101],
    ],
    [
      [29, 54],
      [9, 74],
      [24, 38],
    ],
  ],
  directing: [
    [
      [56, 54],
      [79, 58],
      [102, 52],
    ],
    [
      [29, 54],
      [10, 36],
      [16, 6],
    ],
  ],
  pockets: [
    [
      [56, 54],
      [67, 86],
      [60, 115],
    ],
    [
      [29, 54],
      [17, 86],
      [27, 116],
    ],
  ],
  folded: [
    [
      [56, 54],
      [65, 86],
      [46, 108],
    ],
    [
      [29, 54],
      [19, 86],
      [38, 109],
    ],
  ],
  behind: [
    [
      [56, 54],
      [66, 84],
      [50, 104],
    ],
    [
      [29, 54],
      [18, 84],
      [36, 104],
    ],
  ],
  crossed: [
    [
      [56, 54],
      [67, 83],
      [36, 80],
    ],
    [
      [29, 54],
      [17, 83],
      [52, 74],
    ],
  ],
  showing: [
    [
      [56, 54],
      [68, 85],
      [75, 66],
    ],
    [
      [29, 54],
      [18, 87],
      [24, 117],
    ],
  ],
  waving: [
    [
      [56, 54],
      [76, 62],
      [80, 32],
    ],
    [
      [29, 54],
      [20, 87],
      [26, 117],
    ],
  ],
  pounding: [
    [
      [56, 54],
      [76, 52],
      [86, 26],
    ],
    [
      [29, 54],
      [53, 74],
      [84, 64],
    ],
  ],
}
