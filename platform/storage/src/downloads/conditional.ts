/** Conditional and partial requests (RFC 9110 §13, §14): what a reader already has, and which part it wants. */
import type { IncomingHttpHeaders } from 'node:http'

import type { ByteRange } from '../blobs/blob-store.ts'

export interface Validators {
  /** Quoted. */
  readonly etag: string | null
  readonly lastModified: Date | null
}

/** True when the reader's copy is still right; `If-None-Match` then overrules `If-Modified-Since`. */
export function isFresh(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const noneMatch = headers['if-none-match']
  if (noneMatch !== undefined) return matchesTag(noneMatch, etag)
  const since = headers['if-modified-since']
  if (since === undefined || lastModified === null) return false
  const sinceTime = Date.parse(since)
  return !Number.isNaN(sinceTime) && toSeconds(lastModified) <= toSeconds(new Date(sinceTime))
}

/** HTTP dates have no fractions. */
const toSeconds = (time: Date) => Math.floor(time.getTime() / 1000)

/** The weak comparison: `W/"a"` and `"a"` name the same content. */
function matchesTag(header: string, etag: string | null): boolean {
  if (etag === null) return false
  if (header.trim() === '*') return true
  const bare = withoutWeakness(etag)
  return header.split(',').some((tag) => withoutWeakness(tag.trim()) === bare)
}

const withoutWeakness = (tag: string) => tag.replace(/^W\//, '')

export type RangeRequest = 'whole' | 'unsatisfiable' | ByteRange

/** One range of bytes; a header that is none of ours to understand means the whole. */
export function readRange(headers: IncomingHttpHeaders, size: number, validators: Validators): RangeRequest {
  const { range } = headers
  if (range === undefined || !/^bytes=/i.test(range) || !isRangeCurrent(headers['if-range'], validators)) return 'whole'
  const parts = range.slice('bytes='.length).split(',')
  const match = /^\s*(\d*)-(\d*)\s*$/.exec(parts[0] ?? '')
  if (parts.length > 1) return 'unsatisfiable'
  if (match === null || (match[1] === '' && match[2] === '')) return 'whole'
  return boundRange(match[1] ?? '', match[2] ?? '', size)
}

function boundRange(first: string, last: string, size: number): RangeRequest {
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start >= size) return 'unsatisfiable'
  return last !== '' && Number(last) < start ? 'whole' : { start, end }
}

/** `If-Range` demands the strong comparison. */
function isRangeCurrent(ifRange: string | string[] | undefined, { etag, lastModified }: Validators): boolean {
  if (ifRange === undefined) return true
  if (typeof ifRange !== 'string') return false
  if (ifRange.startsWith('"')) return ifRange === etag
  return lastModified !== null && Date.parse(ifRange) === toSeconds(lastModified) * 1000
}
