/** How a picture or a drawing looks: the colours of 8 by 8 fields, reckoned on the device; nothing else of it is sent. */

export interface Look {
  /** Red, green and blue of 64 fields, row by row, in hexadecimal. */
  readonly colours: string
  /** How much each field counts: what nobody has drawn on does not. */
  readonly weights: string
}

const side = 72
const fields = 8
const inField = side / fields

/** `null` for what shows nothing. */
export function lookOf(source: CanvasImageSource): Look | null {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, 0, 0, side, side)
  return lookOfPixels(context.getImageData(0, 0, side, side).data)
}

/** Of 72 by 72 pixels with their opacity. */
export function lookOfPixels(pixels: Uint8ClampedArray): Look | null {
  const means = Array.from({ length: fields * fields }, (_, field) => meanOf(pixels, field))
  if (means.every(({ weight }) => weight === 0)) return null
  return {
    colours: means.map(({ colour }) => colour.map(toHex).join('')).join(''),
    weights: means.map(({ weight }) => toHex(weight)).join(''),
  }
}

function meanOf(pixels: Uint8ClampedArray, field: number): { colour: number[]; weight: number } {
  const sum = [0, 0, 0]
  let opacity = 0
  const [top, left] = [Math.floor(field / fields) * inField, (field % fields) * inField]
  for (let pixel = 0; pixel < inField * inField; pixel += 1) {
    const at = ((top + Math.floor(pixel / inField)) * side + left + (pixel % inField)) * 4
    const alpha = pixels[at + 3] ?? 0
    opacity += alpha
    for (const part of [0, 1, 2]) sum[part] = (sum[part] ?? 0) + (pixels[at + part] ?? 0) * alpha
  }
  return { colour: sum.map((one) => (opacity === 0 ? 0 : one / opacity)), weight: opacity / (inField * inField) }
}

const toHex = (value: number) => Math.round(value).toString(16).padStart(2, '0')
