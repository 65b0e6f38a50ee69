/** Where a listing goes on: opaque to clients, and worth nothing to them (every page is judged by their policies). */
import type { NameSort, Place } from '../catalog/names.ts'
import { storageErrors } from '../errors.ts'

export interface Cursor extends Place {
  readonly sort: NameSort
  readonly isDescending: boolean
}

const sorts = new Set(['name', 'created_at', 'updated_at'])
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)$/

export function writeCursor({ sort, isDescending, key, time }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, isDescending ? 1 : 0, key, time])).toString('base64url')
}

/** @throws {StorageError} InvalidRequest for anything that `writeCursor` did not write */
export function readCursor(text: string): Cursor {
  const [sort, descending, key, time] = parse(text)
  const isPlace = typeof key === 'string' && key.length <= 2_048 && !key.includes('\0')
  const isTime =
    time === null || (typeof time === 'string' && timePattern.test(time) && !Number.isNaN(Date.parse(time)))
  if (!sorts.has(String(sort)) || !isPlace || !isTime || (sort !== 'name') !== (time !== null)) throw refuse()
  return { sort: sort as NameSort, isDescending: descending === 1, key, time }
}

function parse(text: string): readonly unknown[] {
  try {
    const bytes = Buffer.from(text, 'base64url')
    const parsed: unknown = JSON.parse(bytes.toString())
    // The decoder passes over what is none of its letters.
    if (Array.isArray(parsed) && parsed.length === 4 && bytes.toString('base64url') === text) return parsed
  } catch (error) {
    throw refuse(error)
  }
  throw refuse()
}

const refuse = (cause?: unknown) => storageErrors.invalidRequest('The cursor is not one of this listing', cause)
