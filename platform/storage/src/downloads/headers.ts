/** The headers under which stored bytes leave: they are shown or saved, and never run in this origin. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { ObjectRecord } from '../catalog/objects.ts'
import { storageErrors } from '../errors.ts'
import { isPassive, servedType } from '../mime.ts'
import type { Validators } from './conditional.ts'

/** On every answer of the service. Pictures are meant for pages of other origins too; code is meant for none. */
export const closedHeaders = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
} as const

/** Ways of loading by which a page would run, style or embed what it loads. */
const activeDestinations = new Set([
  'audioworklet',
  'embed',
  'frame',
  'iframe',
  'json',
  'manifest',
  'object',
  'paintworklet',
  'report',
  'script',
  'serviceworker',
  'sharedworker',
  'style',
  'worker',
  'xslt',
])

/** @throws {StorageError} AccessDenied for a browser that would load an object as code */
export function refuseActiveUse({ headers }: FastifyRequest): void {
  const destination = headers['sec-fetch-dest']
  if (typeof destination === 'string' && activeDestinations.has(destination.toLowerCase()))
    throw storageErrors.badDestination(destination.toLowerCase())
  if (headers['service-worker'] !== undefined) throw storageErrors.badDestination('serviceworker')
}

export function validatorsOf({ metadata, updatedAt }: ObjectRecord): Validators {
  const modified = new Date(metadata?.lastModified ?? updatedAt)
  return { etag: metadata?.eTag ?? null, lastModified: Number.isNaN(modified.getTime()) ? null : modified }
}

/** As it was stored with the object; without, caches ask each time. */
export const cacheControlOf = ({ metadata }: ObjectRecord): string => metadata?.cacheControl ?? 'no-cache'

export interface Freshness {
  readonly validators: Validators
  readonly cacheControl: string
  /** When a signed address ends, in seconds: no cache may keep its content longer. */
  readonly expires?: number | undefined
}

export function setFreshness(reply: FastifyReply, { validators, cacheControl, expires }: Freshness): void {
  const { etag, lastModified } = validators
  if (etag !== null) reply.header('etag', etag)
  if (lastModified !== null) reply.header('last-modified', lastModified.toUTCString())
  reply.header('cache-control', expires === undefined ? cacheControl : privately(cacheControl, expires))
  if (expires !== undefined) reply.header('expires', new Date(expires * 1000).toUTCString())
}

function privately(cacheControl: string, expires: number): string {
  const left = Math.max(0, expires - Math.floor(Date.now() / 1000))
  const stored = /max-age=(\d+)/.exec(cacheControl)?.[1]
  return stored === undefined ? 'no-cache' : `private, max-age=${Math.min(Number(stored), left)}`
}

/** @param download the query's `download`: absent, empty, or the name to save under */
export function setContent(reply: FastifyReply, type: string, download: string | undefined): void {
  reply.header('content-type', servedType(type)).header('x-robots-tag', 'none')
  const disposition = dispositionOf(type, download)
  if (disposition !== null) reply.header('content-disposition', disposition)
}

function dispositionOf(type: string, download: string | undefined): string | null {
  if (download) {
    const name = encodeName(download)
    return `attachment; filename=${name}; filename*=UTF-8''${name}`
  }
  if (download === '') return 'attachment;'
  return isPassive(type) ? null : 'attachment'
}

/** RFC 8187: `encodeURIComponent`, and the marks that it leaves and the grammar does not allow. */
function encodeName(name: string): string {
  const text = name.toWellFormed().slice(0, 255)
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*!]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
