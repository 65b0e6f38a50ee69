// A bird or another small animal on somebody's shoulder.

interface Somebody {
  readonly x: number
  readonly foot: number
  readonly height: number
  readonly breadth: number
  readonly isTurned: boolean
}

/** Beside the head, on the side away from where somebody looks. */
export function onShoulder({ x, foot, height, breadth, isTurned }: Somebody): Pick<Somebody, 'x' | 'foot'> {
  return { x: x + breadth * 0.31 * (isTurned ? 1 : -1), foot: foot - height * SHOULDER }
}

const SHOULDER = 0.735
