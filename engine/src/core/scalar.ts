export const TAU = Math.PI * 2

export function clamp(x: number, low = 0, high = 1): number {
  return x < low ? low : x > high ? high : x
}

export function lerp(a: number, b: number, t: number): number {
  return a + (b - a) * t
}

/** Hermite step; also falls when `from` > `to`. */
export function smoothstep(from: number, to: number, x: number): number {
  const t = clamp((x - from) / (to - from))
  return t * t * (3 - 2 * t)
}
