import { requestOrigin } from '@platform/http'
/** The address of an upload: base64url of `bucket/object/id`, as clients of the hosted service know it. */
import type { FastifyRequest } from 'fastify'

import type { ObjectAddress } from '../catalog/objects.ts'

export interface UploadName {
  readonly to: ObjectAddress
  readonly id: string
}

const pattern = /^([^/]+)\/(.+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

function encodeUploadName({ to, id }: UploadName): string {
  return Buffer.from(`${to.bucketId}/${to.name}/${id}`).toString('base64url')
}

export function decodeUploadName(text: string): UploadName | null {
  const [, bucketId, name, id] = pattern.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (bucketId === undefined || name === undefined || id === undefined) return null
  return { to: { bucketId, name }, id }
}

const sanePrefix = /^(?:\/[\w.~-]+)*\/?$/

/**
 * As the client reaches it: what a proxy says of host, port and prefix counts when the proxy is one of ours.
 * @param base where uploads are created
 */
export function uploadUrl(request: FastifyRequest, base: string, name: UploadName): string {
  const path = `${base}/${encodeUploadName(name)}`
  const origin = requestOrigin(request)
  if (!isFromOurProxy(request)) return `${origin ?? ''}${path}`
  const prefix = String(request.headers['x-forwarded-prefix'] ?? '')
  const before = sanePrefix.test(prefix) ? prefix.replace(/\/$/, '') : ''
  return `${origin === null ? '' : withPort(origin, request.headers['x-forwarded-port'])}${before}${path}`
}

/** Addresses before the sender's own are in the list only when whoever sent it is trusted. */
function isFromOurProxy({ ips }: FastifyRequest): boolean {
  return (ips?.length ?? 0) > 1
}

function withPort(origin: string, port: string | string[] | undefined): string {
  const url = new URL(origin)
  if (url.port === '' && typeof port === 'string' && /^\d{1,5}$/.test(port) && Number(port) < 65_536) url.port = port
  return url.origin
}
