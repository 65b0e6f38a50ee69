import type { HeightField } from './heights.ts'
import { FOCAL, type TerrainKind } from './terrain.ts'

const NEAREST = 0.8
const FARTHEST = 80

/** Heights on columns of the picture × geometric steps of depth: detail follows the eye. */
export interface Grid {
  readonly columns: number
  readonly depths: Float32Array
  /** [depth][column] */
  readonly heights: Float32Array
}

export function createGrid(
  kind: TerrainKind,
  { width, height }: { width: number; height: number },
  field: HeightField,
): Grid {
  // Hard crests show steps when the rows are too far apart.
  const rows = kind === 'dunes' ? 520 : 420
  const depths = new Float32Array(rows)
  const ratio = (FARTHEST / NEAREST) ** (1 / (rows - 1))
  for (let k = 0; k < rows; k++) depths[k] = NEAREST * ratio ** k
  const heights = new Float32Array(width * rows)
  const focal = height * FOCAL
  for (let k = 0; k < rows; k++) fillRow(heights.subarray(k * width, (k + 1) * width), depths[k]!, focal, field)
  return { columns: width, depths, heights }
}

// Every second column is computed, the others interpolated.
function fillRow(row: Float32Array, z: number, focal: number, field: HeightField): void {
  const width = row.length
  const scale = z / focal
  let previous = 0
  for (let x = 0; x < width + 2; x += 2) {
    const height = field((x - width / 2) * scale, z)
    if (x < width) row[x] = height
    if (x > 0 && x <= width) row[x - 1] = (previous + height) / 2
    previous = height
  }
}
