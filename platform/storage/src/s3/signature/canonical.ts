/** What signature v4 signs: a request in one spelling (AWS, « Create a signed AWS API request »). */
import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface Scope {
  /** `20261127` */
  readonly date: string
  readonly region: string
  readonly service: string
}

export const algorithm = 'AWS4-HMAC-SHA256'

export const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')

export const emptyHash = sha256('')

const scopeText = ({ date, region, service }: Scope) => `${date}/${region}/${service}/aws4_request`

/** Of all characters but those that RFC 3986 leaves as they are. */
const encodeStrictly = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

export function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export interface CanonicalParts {
  readonly method: string
  /** As it stands in the request line. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly host: string
  readonly signedHeaders: readonly string[]
  readonly payloadHash: string
}

export function canonicalRequest(parts: CanonicalParts): string {
  const [path = '/', query = ''] = parts.url.split(/\?(.*)/s)
  const headers = parts.signedHeaders.map((name) => `${name}:${headerOf(parts, name)}\n`).join('')
  return [
    parts.method,
    path
      .split('/')
      .map((segment) => encodeStrictly(decodeLeniently(segment)))
      .join('/'),
    canonicalQuery(query),
    headers,
    parts.signedHeaders.join(';'),
    parts.payloadHash,
  ].join('\n')
}

function headerOf({ headers, host }: CanonicalParts, name: string): string {
  const value = name === 'host' ? host : headers[name]
  const text = Array.isArray(value) ? value.join(',') : (value ?? '')
  return text.trim().replaceAll(/ +/g, ' ')
}

function canonicalQuery(query: string): string {
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      return [name, value].map((part) => encodeStrictly(decodeLeniently(part.replaceAll('+', ' '))))
    })
    .filter(([name]) => name !== 'X-Amz-Signature')
  return pairs
    .map((pair) => pair.join('='))
    .toSorted((a, b) => (a === b ? 0 : a < b ? -1 : 1))
    .join('&')
}

export interface Signer {
  /** Of a request, in hex. */
  ofRequest(canonical: string): string
  /** Of a piece of a body that is sent in signed chunks. */
  ofChunk(previous: string, dataHash: string): string
  ofTrailer(previous: string, trailerHash: string): string
}

/** @param time `20261127T160500Z` */
export function signerOf(secret: string, time: string, scope: Scope): Signer {
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const chain = [scope.date, scope.region, scope.service, 'aws4_request']
  const key = chain.reduce<string | Buffer>((from, text) => hmac(from, text), `AWS4${secret}`)
  const sign = (lines: readonly string[]) => hmac(key, lines.join('\n')).toString('hex')
  const place = scopeText(scope)
  return {
    ofRequest: (canonical) => sign([algorithm, time, place, sha256(canonical)]),
    ofChunk: (previous, dataHash) => sign([`${algorithm}-PAYLOAD`, time, place, previous, emptyHash, dataHash]),
    ofTrailer: (previous, trailerHash) => sign([`${algorithm}-TRAILER`, time, place, previous, trailerHash]),
  }
}
