// A bird or another small animal on somebody's shoulder.
import type { Standing } from '../related.ts'

/** Beside the head, on the side away from where somebody looks. */
export function onShoulder({ x, foot, height, breadth, isTurned }: Standing): Pick<Standing, 'x' | 'foot'> {
  return { x: x + breadth * 0.31 * (isTurned ? 1 : -1), foot: foot - height * SHOULDER }
}

const SHOULDER = 0.735
