/** What a small copy of a picture measures. Pure: pixels in, numbers out. */
import { fromOklab, toHex, toOklab } from '@product/engine/language'

type Lab = ReturnType<typeof toOklab>

export interface SmallPicture {
  /** RGB, 8 bits, row by row. */
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

export interface PaletteShare {
  readonly hex: string
  /** 0–1 */
  readonly share: number
  readonly lab: Lab
}

export interface PictureMeasures {
  readonly brightness: number
  /** Between the 5th and the 95th percentile of lightness. */
  readonly contrast: number
  /** After Hasler and Süsstrunk. */
  readonly colourfulness: number
  /** Mean of red minus blue. */
  readonly warmth: number
  readonly edge_density: number
  readonly focus: { readonly x: number; readonly y: number }
  /** Share of the edges in each ninth, row by row. */
  readonly energy: readonly number[]
  /** Variance of the Laplacian, in thousandths. */
  readonly sharpness: number
  readonly symmetry: number
  /** The largest first. */
  readonly palette: readonly PaletteShare[]
}

export function measurePicture(picture: SmallPicture): PictureMeasures {
  const lightness = lightnessOf(picture)
  return {
    ...measureTones(lightness),
    ...measureColours(picture),
    ...measureEdges(lightness, picture),
    symmetry: measureSymmetry(lightness, picture),
    palette: paletteOf(picture),
  }
}

const round = (value: number, digits = 3) => Number(value.toFixed(digits))

function lightnessOf({ data, width, height }: SmallPicture): Float32Array {
  return Float32Array.from(
    { length: width * height },
    (_, at) => (0.2126 * data[at * 3]! + 0.7152 * data[at * 3 + 1]! + 0.0722 * data[at * 3 + 2]!) / 255,
  )
}

function mean(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function deviation(values: Float32Array): number {
  const middle = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / values.length)
}

function measureTones(lightness: Float32Array) {
  const sorted = lightness.toSorted()
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!
  return { brightness: round(mean(lightness)), contrast: round(at(0.95) - at(0.05)) }
}

function measureColours({ data, width, height }: SmallPicture) {
  const length = width * height
  const redGreen = new Float32Array(length)
  const yellowBlue = new Float32Array(length)
  let warmth = 0
  for (let at = 0; at < length; at++) {
    const [red, green, blue] = [data[at * 3]! / 255, data[at * 3 + 1]! / 255, data[at * 3 + 2]! / 255]
    redGreen[at] = red - green
    yellowBlue[at] = (red + green) / 2 - blue
    warmth += red - blue
  }
  const spread = Math.hypot(deviation(redGreen), deviation(yellowBlue))
  const offset = Math.hypot(mean(redGreen), mean(yellowBlue))
  return { colourfulness: round(spread + 0.3 * offset), warmth: round(warmth / length) }
}

function measureEdges(lightness: Float32Array, { width, height }: SmallPicture) {
  const energy = Array.from({ length: 9 }, () => 0)
  let sum = 0
  let sumX = 0
  let sumY = 0
  const laplacian = new Float32Array(width * height)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const [left, right] = [lightness[at - 1]!, lightness[at + 1]!]
      const [above, below] = [lightness[at - width]!, lightness[at + width]!]
      const edge = Math.hypot(right - left, below - above)
      sum += edge
      sumX += edge * x
      sumY += edge * y
      energy[Math.floor((y * 3) / height) * 3 + Math.floor((x * 3) / width)]! += edge
      laplacian[at] = 4 * lightness[at]! - left - right - above - below
    }
  }
  const total = sum || 1
  return {
    edge_density: round(sum / (width * height)),
    focus: sum > 0 ? { x: round(sumX / total / width, 2), y: round(sumY / total / height, 2) } : { x: 0.5, y: 0.5 },
    energy: energy.map((part) => round(part / total, 2)),
    sharpness: round(deviation(laplacian) ** 2 * 1000, 2),
  }
}

function measureSymmetry(lightness: Float32Array, { width, height }: SmallPicture): number {
  let difference = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      difference += Math.abs(lightness[y * width + x]! - lightness[y * width + width - 1 - x]!)
    }
  }
  const typical = Math.max(0.02, deviation(lightness))
  return round(1 - Math.min(1, difference / (width * height) / typical), 2)
}

const paletteSize = 6
const rounds = 8
const sampleStep = 3

/** k-means in OKLab; its first centres are spread over the picture's lightness, so that the result hangs on no chance. */
function paletteOf({ data, width, height }: SmallPicture): PaletteShare[] {
  const samples: Lab[] = []
  for (let at = 0; at < width * height; at += sampleStep) {
    samples.push(toOklab([data[at * 3]! / 255, data[at * 3 + 1]! / 255, data[at * 3 + 2]! / 255]))
  }
  const byLightness = samples.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
  let centres = Array.from(
    { length: paletteSize },
    (_, place) => byLightness[Math.floor(((place + 0.5) / paletteSize) * byLightness.length)]!,
  )
  let groups = groupBy(samples, centres)
  for (let turn = 0; turn < rounds; turn++) {
    centres = groups.map((group, place) => (group.length > 0 ? middleOf(group) : centres[place]!))
    groups = groupBy(samples, centres)
  }
  return groups
    .map((group, place) => ({ lab: centres[place]!, share: round(group.length / samples.length, 2) }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
    .map(({ lab, share }) => ({ lab, share, hex: hexOf(lab) }))
}

function groupBy(samples: readonly Lab[], centres: readonly Lab[]): Lab[][] {
  const groups: Lab[][] = centres.map(() => [])
  for (const sample of samples) {
    let nearest = 0
    let least = Infinity
    for (const [place, centre] of centres.entries()) {
      const distance = (sample[0] - centre[0]) ** 2 + (sample[1] - centre[1]) ** 2 + (sample[2] - centre[2]) ** 2
      if (distance < least) [least, nearest] = [distance, place]
    }
    groups[nearest]!.push(sample)
  }
  return groups
}

function middleOf(group: readonly Lab[]): Lab {
  const sums = group.reduce(([l, a, b], lab) => [l + lab[0], a + lab[1], b + lab[2]] as const, [0, 0, 0] as Lab)
  return [sums[0] / group.length, sums[1] / group.length, sums[2] / group.length]
}

function hexOf(lab: Lab): string {
  return toHex(fromOklab(lab))
}
