/** Pages of administrators' lists: `page` and `per_page` in, `X-Total-Count` and `Link` out (WIRE §1.7). Pure. */
import { authErrors } from '../../errors.ts'

const DEFAULT_SIZE = 50
const MAX_SIZE = 1000

export interface Page {
  readonly number: number
  readonly size: number
  readonly offset: number
  /** The size as it was asked for, which links repeat. */
  readonly wish: number | null
}

/** @throws {AuthError} `validation_failed` */
export function parsePage(query: Readonly<Record<string, unknown>>): Page {
  const number = parseCount(query['page'], 1, Number.MAX_SAFE_INTEGER)
  const size = parseCount(query['per_page'], DEFAULT_SIZE, MAX_SIZE)
  const wish = query['per_page'] === undefined ? null : size
  return { number, size, offset: (number - 1) * size, wish }
}

function parseCount(text: unknown, missing: number, max: number): number {
  if (text === undefined || text === '') return missing
  if (typeof text !== 'string' || !/^[1-9]\d{0,14}$/.test(text)) throw authErrors.invalid('Bad Pagination Parameters')
  return Math.min(Number(text), max)
}

interface List {
  /** Where it is, below the service's own address. */
  readonly path: string
  readonly total: number
  /** What else the caller asked, which the links repeat. */
  readonly wishes?: readonly (readonly [string, string])[]
}

/** RFC 8288; the client reads the digits behind the first `page=`. */
export function pageHeaders({ number, size, wish }: Page, { path, total, wishes = [] }: List): Record<string, string> {
  const last = Math.ceil(total / size)
  const rest = wishes.map(([name, value]) => `&${name}=${encodeURIComponent(value)}`).join('')
  const perPage = wish === null ? '' : `&per_page=${wish}`
  const to = (page: number, rel: string) => `<${path}?page=${page}${perPage}${rest}>; rel="${rel}"`
  const links = number < last ? [to(number + 1, 'next'), to(last, 'last')] : [to(last, 'last')]
  return { 'x-total-count': String(total), link: links.join(', ') }
}
