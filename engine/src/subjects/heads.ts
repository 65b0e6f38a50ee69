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
])

/** The same of the lower edge of glasses before their eyes. */
const EYES: ReadonlyMap<string, readonly [across: number, up: number, wide: number]> = new Map([
  ['crocodile', [0.79, 0.68, 0.15]],
  ['cat', [0.735, 0.645, 0.56]],
  ['dog', [0.82, 0.66, 0.36]],
  ['owl', [0.5, 0.62, 0.62]],
])

type Spot = readonly [across: number, up: number, wide: number]

export function eyesOf(subject: string, [across, up, wide]: Spot): Spot {
  return EYES.get(subject) ?? [across + 0.03, up - 0.13, wide * 1.1]
}
