/** `Range: 0-9` → the rows it asks for; the unit is ignored. */
import { requestErrors } from '../errors.ts'

export interface RowRange {
  readonly first: number
  /** Inclusive; null for "to the end". */
  readonly last: number | null
}

const rowRange = /^(?:[a-z]+\s*=\s*)?([0-9]{1,15})-([0-9]{1,15})?$/i

export function parseRange(header: string | undefined): RowRange {
  const found = header === undefined ? null : rowRange.exec(header.trim())
  if (found === null) return { first: 0, last: null }
  const first = Number(found[1])
  const last = found[2] === undefined ? null : Number(found[2])
  if (last !== null && last < first) {
    throw requestErrors.range(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  return { first, last }
}
