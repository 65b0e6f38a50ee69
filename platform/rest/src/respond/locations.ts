/** `Content-Location` of a read and `Location` of an inserted row. */
import type { ApiRequest } from '../parse/request.ts'

const segment = ({ path }: ApiRequest) => path.split('/').map(encodeURIComponent).join('/')

const contentLocations = new WeakMap<ApiRequest, string>()

/** Written once for each request that was parsed once. */
export function contentLocation(request: ApiRequest): string {
  const known = contentLocations.get(request)
  if (known !== undefined) return known
  const { canonical } = request.query
  const location = `${segment(request)}${canonical === '' ? '' : `?${canonical}`}`
  contentLocations.set(request, location)
  return location
}

/** @param row the key's columns as JSON text, when exactly one row was inserted */
export function rowLocation(request: ApiRequest, key: readonly string[], row: string | null): string | null {
  if (key.length === 0 || row === null) return null
  const values = JSON.parse(row) as Record<string, string>
  const filters = key.map((name) => `${encodeURIComponent(name)}=eq.${encodeURIComponent(values[name] ?? '')}`)
  return `${segment(request)}?${filters.join('&')}`
}
