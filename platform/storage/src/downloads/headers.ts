/** The headers under which stored bytes leave: they are shown or saved, and never run in this origin. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { ObjectRecord } from '../catalog/objects.ts'
import type { StorageConfig } from '../config.ts'
import { storageErrors } from '../errors.ts'
import { isActive, isPassive, servedType } from '../names/mime.ts'
import { allowedCaching, type Audience } from './caching.ts'
import type { Validators } from './conditional.ts'
import { markForEdge } from './edge/tags.ts'

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

/**
 * Opening an address in a tab: what is passive is shown there, anything else saved. Only what would be a document of
 * its own, or code, must be asked for as a download.
 * @throws {StorageError} AccessDenied
 */
export function refuseShowing({ headers }: FastifyRequest, type: string, download: string | undefined): void {
  if (headers['sec-fetch-dest'] === 'document' && download === undefined && isActive(type))
    throw storageErrors.badDestination('document')
}

export function validatorsOf({ metadata, updatedAt }: ObjectRecord): Validators {
  const modified = new Date(metadata?.lastModified ?? updatedAt)
  return { etag: metadata?.eTag ?? null, lastModified: Number.isNaN(modified.getTime()) ? null : modified }
}

/** As it was stored with the object; without, caches ask each time. */
const cacheControlOf = ({ metadata }: ObjectRecord): string => metadata?.cacheControl ?? 'no-cache'

export interface Freshness {
  readonly validators: Validators
  readonly object: ObjectRecord
}

export interface Readers {
  readonly audience: Audience
  /** Whether a CDN in front is told what to forget. */
  readonly hasEdge: boolean
  readonly config: Pick<StorageConfig, 'answersAsUpstream' | 'privateCachingAsUpstream'>
}

export function setFreshness(
  reply: FastifyReply,
  { audience, hasEdge, config }: Readers,
  { validators, object }: Freshness,
): void {
  const { etag, lastModified } = validators
  if (etag !== null) reply.header('etag', etag)
  if (lastModified !== null) reply.header('last-modified', lastModified.toUTCString())
  const stored = cacheControlOf(object)
  // NOTE: what is for one reader no shared cache keeps, whatever whoever uploaded it wrote, unless the operator says so.
  const isAsStored = audience.kind === 'everybody' ? config.answersAsUpstream : config.privateCachingAsUpstream
  reply.header('cache-control', isAsStored ? stored : allowedCaching(stored, audience, hasEdge))
  if (hasEdge && audience.kind === 'everybody') markForEdge(reply, object)
  if (audience.kind === 'holder') reply.header('expires', new Date(audience.until * 1000).toUTCString())
}

interface Shown {
  /** The query's: absent, empty, or the name to save under. */
  readonly download: string | undefined
  /** What robots are told where it is not that they may do nothing. */
  readonly robotsTag?: string | undefined
}

export function setContent(reply: FastifyReply, type: string, { download, robotsTag = 'none' }: Shown): void {
  reply.header('content-type', servedType(type)).header('x-robots-tag', robotsTag)
  // A cache must not hand to a script tag what a reader was allowed to fetch.
  if (!isPassive(type)) reply.header('vary', 'Sec-Fetch-Dest')
  const disposition = dispositionOf(type, download)
  if (disposition !== null) reply.header('content-disposition', disposition)
}

function dispositionOf(type: string, download: string | undefined): string | null {
  if (download) {
    const name = encodeName(download)
    return `attachment; filename=${name}; filename*=UTF-8''${name};`
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
