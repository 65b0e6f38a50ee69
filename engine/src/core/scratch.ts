let kept = new Float32Array(0)

/** Of a whole picture; what is larger is not kept. */
const LARGEST_KEPT = 1.3e6

/**
 * Memory for what one pass hands to the next: taken once, for fresh memory costs as much as a blur. It holds anything, and is the
 * next caller's: whoever asks is done with it before anybody else does.
 */
export function scratchOf(size: number): Float32Array {
  if (size > LARGEST_KEPT) return new Float32Array(size)
  if (kept.length < size) kept = new Float32Array(size)
  return kept.subarray(0, size)
}
