/** One channel of numbers: a mask, a field of noise, a luminance. */
export interface Plane {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

export function createPlane(width: number, height: number): Plane {
  return { width, height, data: new Float32Array(width * height) }
}
