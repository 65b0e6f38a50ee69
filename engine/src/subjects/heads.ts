/** Where the crown of the head is of animals seen from the right side, as shares of their box: across from the left, up from the foot; and how wide a hat sits. */
export const HEADS: ReadonlyMap<string, readonly [across: number, up: number, wide: number]> = new Map([
  ['elephant', [0.78, 0.95, 0.17]],
  ['crocodile', [0.88, 0.92, 0.13]],
  ['lion', [0.82, 0.86, 0.26]],
  ['tiger', [0.79, 0.9, 0.24]],
  ['leopard', [0.79, 0.9, 0.24]],
  ['bear', [0.8, 0.92, 0.24]],
  ['polar-bear', [0.8, 0.92, 0.24]],
  ['panda', [0.8, 0.92, 0.24]],
  ['fox', [0.76, 0.8, 0.2]],
  ['wolf', [0.76, 0.8, 0.2]],
  ['monkey', [0.74, 0.97, 0.34]],
  ['owl', [0.5, 0.89, 0.4]],
  ['cat', [0.68, 0.87, 0.36]],
  ['dog', [0.76, 0.9, 0.28]],
  ['frog', [0.66, 0.92, 0.2]],
  ['pig', [0.82, 0.84, 0.22]],
  ['penguin', [0.5, 0.97, 0.34]],
  ['mouse', [0.78, 0.88, 0.24]],
  ['ewe', [0.87, 0.96, 0.24]],
  ['goat', [0.83, 0.85, 0.24]],
  ['cow', [0.27, 0.9, 0.2]],
  ['rabbit', [0.62, 0.68, 0.32]],
  ['horse', [0.2, 0.94, 0.2]],
  ['donkey', [0.74, 0.84, 0.26]],
  ['zebra', [0.22, 0.94, 0.26]],
  ['giraffe', [0.24, 0.92, 0.26]],
  ['camel', [0.36, 0.92, 0.22]],
  ['parrot', [0.27, 0.94, 0.34]],
  ['chicken', [0.83, 0.88, 0.2]],
  ['rooster', [0.8, 0.86, 0.2]],
  ['duck', [0.42, 0.96, 0.34]],
  ['gorilla', [0.28, 0.96, 0.3]],
  ['koala', [0.5, 0.94, 0.42]],
  ['turtle', [0.9, 0.84, 0.14]],
  ['goose', [0.22, 0.97, 0.22]],
  ['pigeon', [0.8, 0.95, 0.22]],
  ['hornbill', [0.7, 0.94, 0.26]],
])

/** The same of the lower edge of glasses before their eyes. */
const EYES: ReadonlyMap<string, readonly [across: number, up: number, wide: number]> = new Map([
  ['crocodile', [0.79, 0.68, 0.15]],
  ['cat', [0.735, 0.645, 0.56]],
  ['dog', [0.82, 0.66, 0.36]],
  ['owl', [0.5, 0.62, 0.62]],
  ['ewe', [0.87, 0.8, 0.3]],
  ['goat', [0.86, 0.67, 0.28]],
  ['cow', [0.18, 0.7, 0.3]],
  ['rabbit', [0.78, 0.5, 0.34]],
  ['horse', [0.13, 0.7, 0.24]],
  ['donkey', [0.84, 0.66, 0.3]],
  ['zebra', [0.17, 0.74, 0.3]],
  ['giraffe', [0.2, 0.82, 0.34]],
  ['camel', [0.28, 0.75, 0.3]],
  ['parrot', [0.24, 0.76, 0.4]],
  ['chicken', [0.87, 0.81, 0.22]],
  ['rooster', [0.85, 0.76, 0.22]],
  ['duck', [0.36, 0.82, 0.4]],
  ['gorilla', [0.17, 0.7, 0.3]],
  ['koala', [0.5, 0.68, 0.66]],
  ['turtle', [0.94, 0.66, 0.18]],
  ['goose', [0.22, 0.87, 0.28]],
  ['pigeon', [0.86, 0.84, 0.26]],
  ['hornbill', [0.7, 0.84, 0.3]],
])

/** And of the upper edge of what is round their neck or before their chest, where it is not below the crown. */
const NECKS: ReadonlyMap<string, readonly [across: number, up: number, wide: number]> = new Map([
  ['ewe', [0.78, 0.78, 0.3]],
  ['goat', [0.76, 0.6, 0.3]],
  ['cow', [0.33, 0.68, 0.26]],
  ['rabbit', [0.66, 0.44, 0.46]],
  ['horse', [0.34, 0.7, 0.26]],
  ['donkey', [0.7, 0.64, 0.32]],
  ['zebra', [0.34, 0.68, 0.34]],
  ['giraffe', [0.34, 0.78, 0.26]],
  ['camel', [0.27, 0.62, 0.26]],
  ['parrot', [0.26, 0.68, 0.5]],
  ['chicken', [0.8, 0.72, 0.28]],
  ['rooster', [0.78, 0.62, 0.26]],
  ['duck', [0.42, 0.66, 0.36]],
  ['gorilla', [0.32, 0.62, 0.44]],
  ['koala', [0.5, 0.52, 0.62]],
  ['turtle', [0.86, 0.5, 0.14]],
  ['goose', [0.24, 0.72, 0.22]],
  ['pigeon', [0.8, 0.7, 0.34]],
  ['hornbill', [0.66, 0.78, 0.36]],
  ['owl', [0.5, 0.56, 0.8]],
  ['penguin', [0.5, 0.66, 0.7]],
  ['cat', [0.66, 0.52, 0.5]],
  ['dog', [0.74, 0.56, 0.3]],
  ['monkey', [0.7, 0.62, 0.5]],
])

export function neckOf(subject: string, [across, up, wide]: Spot): Spot {
  return NECKS.get(subject) ?? [across - 0.05, up - 0.28, wide * 1.15]
}

type Spot = readonly [across: number, up: number, wide: number]

export function eyesOf(subject: string, [across, up, wide]: Spot): Spot {
  return EYES.get(subject) ?? [across + 0.03, up - 0.13, wide * 1.1]
}
