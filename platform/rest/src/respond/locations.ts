/** `Content-Location` of a read and `Location` of an inserted row. */
import type { ApiRequest } from '../parse/request.ts'

const segment = ({ path }: ApiRequest) => path.split('/').map(encodeURIComponent).join('/')

export function contentLocation(request: ApiRequest): string {
  const { canonical } = request.query
  return `${segment(request)}${canonical === '' ? '' : `?${canonical}`}`
}

/** @param row the key's columns as JSON text, when exactly one row was inserted */
export function rowLocation(request: ApiRequest, key: readonly string[], row: string | null): string | null {
  if (key.length === 0 || row === null) return null
  const values = JSON.parse(row) as Record<string, string>
  const filters = key.map((name) => `${encodeURIComponent(name)}=eq.${encodeURIComponent(values[name] ?? '')}`)
  return `${segment(request)}?${filters.join('&')}`
}
