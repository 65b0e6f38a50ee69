/** The signature that a request brings: in `Authorization`, or in its address. */
import type { IncomingHttpHeaders } from 'node:http'

import { s3Errors } from '../errors.ts'
import { algorithm, type Scope } from './canonical.ts'

export interface Presented {
  readonly accessKey: string
  readonly scope: Scope
  /** `20261127T160500Z` */
  readonly time: string
  readonly signedHeaders: readonly string[]
  readonly signature: string
  /** A person’s own token, where the request speaks for them. */
  readonly sessionToken: string | null
  /** Seconds from `time`; null for a signature in a header. */
  readonly validSeconds: number | null
}

/** Seven days, as everywhere. */
const longestSeconds = 604_800

/** @throws {StorageError} AccessDenied without a signature, AuthorizationHeaderMalformed */
export function presentedBy(headers: IncomingHttpHeaders, query: URLSearchParams): Presented {
  const { authorization } = headers
  if (authorization?.startsWith(`${algorithm} `) === true) return fromHeader(headers, authorization)
  if (query.has('X-Amz-Signature')) return fromQuery(query)
  throw s3Errors.unsigned()
}

function fromHeader(headers: IncomingHttpHeaders, authorization: string): Presented {
  const fields = new Map(
    authorization
      .slice(algorithm.length)
      .split(',')
      .map((field) => field.trim().split(/=(.*)/s) as [string, string]),
  )
  return toPresented({
    credential: fields.get('Credential'),
    time: headerText(headers['x-amz-date']),
    signedHeaders: fields.get('SignedHeaders'),
    signature: fields.get('Signature'),
    sessionToken: headerText(headers['x-amz-security-token']) ?? null,
    validSeconds: null,
  })
}

function fromQuery(query: URLSearchParams): Presented {
  const text = (name: string) => query.get(`X-Amz-${name}`) ?? undefined
  if (text('Algorithm') !== algorithm) throw s3Errors.malformedSignature('its algorithm is unknown')
  const validSeconds = Number(text('Expires') ?? Number.NaN)
  if (!Number.isInteger(validSeconds) || validSeconds < 1 || validSeconds > longestSeconds)
    throw s3Errors.malformedSignature('X-Amz-Expires has to be between 1 and 604800')
  return toPresented({
    credential: text('Credential'),
    time: text('Date'),
    signedHeaders: text('SignedHeaders'),
    signature: text('Signature'),
    sessionToken: text('Security-Token') ?? null,
    validSeconds,
  })
}

const headerText = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)

interface Texts extends Pick<Presented, 'sessionToken' | 'validSeconds'> {
  readonly credential: string | undefined
  readonly time: string | undefined
  readonly signedHeaders: string | undefined
  readonly signature: string | undefined
}

function toPresented({ credential, time, signedHeaders, signature, ...rest }: Texts): Presented {
  const named = readCredential(credential)
  if (time === undefined || !/^\d{8}T\d{6}Z$/.test(time) || !time.startsWith(named.scope.date))
    throw s3Errors.malformedSignature('it says no time of the day of its credential')
  const names = (signedHeaders ?? '').toLowerCase().split(';')
  if (!names.includes('host')) throw s3Errors.malformedSignature('it does not cover the host')
  if (signature === undefined || !/^[0-9a-f]{64}$/.test(signature)) throw s3Errors.malformedSignature('it is none')
  return { ...named, time, signedHeaders: names, signature, ...rest }
}

function readCredential(credential = ''): Pick<Presented, 'accessKey' | 'scope'> {
  const [, accessKey, date, region, service] = /^(.+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request$/s.exec(credential) ?? []
  if (accessKey === undefined || date === undefined || region === undefined || service !== 's3')
    throw s3Errors.malformedSignature('its credential is not key/date/region/s3/aws4_request')
  return { accessKey, scope: { date, region, service } }
}
