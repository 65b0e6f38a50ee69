/** Resumable uploads by the official client, and request by request. */
import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

import { Upload, type UploadOptions } from 'tus-js-client'

import { ada, tokenFor, type StorageServer } from './storage-server.ts'

export const MiB = 1_048_576

export const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex')

/** As `Upload-Metadata` spells it. */
export const encodeMetadata = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

interface Sending {
  readonly to: StorageServer
  readonly name: string
  readonly bytes: Buffer | Readable
  readonly options?: Partial<UploadOptions>
}

/** Resolves with the address of the upload when the client says that it is done. */
export function sendByClient({ to, name, bytes, options = {} }: Sending): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const upload: Upload = new Upload(bytes, {
    endpoint: `${to.url}/upload/resumable`,
    chunkSize: 6 * MiB,
    retryDelays: [0, 100, 500],
    headers: { authorization: `Bearer ${tokenFor(ada)}` },
    metadata: { bucketName: 'manuscripts', objectName: name, contentType: 'text/plain', cacheControl: '3600' },
    ...options,
    onSuccess: () => resolve(upload.url ?? ''),
    onError: reject,
  })
  upload.start()
  return promise
}

export interface Asked {
  readonly who?: string
  readonly headers?: Record<string, string>
  readonly body?: Buffer
}

export function ask(method: string, url: string, { who = ada, headers = {}, body }: Asked = {}): Promise<Response> {
  return fetch(url, {
    method,
    headers: { authorization: `Bearer ${tokenFor(who)}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  })
}

/** Begins an upload of so many bytes, into `manuscripts` by default. */
export function create(
  to: StorageServer,
  name: string,
  length: number,
  { to: bucketName = 'manuscripts', ...asked }: Asked & { to?: string } = {},
): Promise<Response> {
  const metadata = encodeMetadata({ bucketName, objectName: name, contentType: 'text/plain' })
  const headers = { 'upload-length': String(length), 'upload-metadata': metadata, ...asked.headers }
  return ask('POST', `${to.url}/upload/resumable`, { ...asked, headers })
}

export function patch(url: string, offset: number, body: Buffer, asked: Asked = {}): Promise<Response> {
  const type = 'application/offset+octet-stream'
  const headers = { 'content-type': type, 'upload-offset': String(offset), ...asked.headers }
  return ask('PATCH', url, { ...asked, headers, body })
}

export const locationOf = (answer: Response): string => answer.headers.get('location') ?? ''

export async function offsetOf(url: string, who = ada): Promise<number> {
  return Number((await ask('HEAD', url, { who })).headers.get('upload-offset'))
}

export async function objectOf(from: StorageServer, name: string, bucket = 'manuscripts'): Promise<Buffer | null> {
  const { data } = await from.as('service_role').from(bucket).download(name)
  return data && Buffer.from(await data.arrayBuffer())
}

/** Bytes that are on the disk and not yet a blob. */
export async function unfinishedBytes({ folder }: StorageServer): Promise<number> {
  const names = await readdir(join(folder, 'unfinished'))
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, 'unfinished', name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
