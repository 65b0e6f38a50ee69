/** A decoded picture, row by row. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array | Uint8ClampedArray
  readonly channels: 3 | 4
}
