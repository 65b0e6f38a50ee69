import { Readable } from 'node:stream'

/** Blobs in a bucket of any S3 API: a blob appears whole or not at all, as parts become one object only when all are there. */
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'

import {
  BlobMissingError,
  BlobStoreAwayError,
  BlobStoreFullError,
  isBlobKey,
  versionOf,
  type BlobEntry,
  type BlobFamily,
  type BlobKey,
  type BlobStore,
  type ByteRange,
  type OpenBlob,
} from './blob-store.ts'

export interface S3Settings {
  /** Null for AWS itself, whose address follows from the region. */
  readonly endpoint: string | null
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Before every key, where several systems share a bucket: `shop/`. */
  readonly prefix?: string
  /** Milliseconds for a connection, and for an answer to begin. */
  readonly patience?: { readonly connect: number; readonly answer: number }
}

export interface S3BlobStore extends BlobStore, Disposable {}

// Two parts on their way and one filling: some 20 MB of an upload are in memory, and 50 GB fit into 10 000 parts.
const partBytes = 5 * 1_048_576
const partsAtOnce = 2
const smallBytes = 262_144
const keysPerRequest = 1_000

export function s3BlobStore(settings: S3Settings): S3BlobStore {
  const { bucket: Bucket, prefix = '' } = settings
  const client = createClient(settings)
  const at = (key: BlobKey) => {
    if (!isBlobKey(key)) throw new BlobMissingError(key)
    return { Bucket, Key: `${prefix}${key}` }
  }
  const removeAll = async (keys: readonly string[]) => {
    for (let from = 0; from < keys.length; from += keysPerRequest) {
      const Objects = keys.slice(from, from + keysPerRequest).map((Key) => ({ Key }))
      await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
    }
  }
  const list = (below: string) => listAll(client, Bucket, `${prefix}${below}`)
  return {
    write: (key, source) => answered(key, () => writeBlob(client, at(key), source)),
    read: async (key, range) => answered(key, () => readBlob(client, at(key), range)),
    copy: async (from, to) =>
      answered(from, async () => {
        const path = at(from).Key.split('/').map(encodeURIComponent).join('/')
        await client.send(new CopyObjectCommand({ ...at(to), CopySource: `${Bucket}/${path}` }))
      }),
    remove: async (keys) =>
      answered('to remove', async () => {
        const doomed = keys.filter(isBlobKey)
        const derived: string[] = []
        for (const key of doomed.filter((candidate) => candidate.startsWith('objects/'))) {
          for await (const { Key } of list(`variants/${versionOf(key)}/`)) derived.push(Key)
        }
        await removeAll([...doomed.map((key) => `${prefix}${key}`), ...derived])
      }),
    entries: (family, version) => {
      const below = version === undefined ? `${family}/` : `${family}/${version}/`
      return entriesOf(list(below), family, prefix)
    },
    discardUnfinished: async (before) => answered('unfinished', () => discardOlder(client, { Bucket, prefix, before })),
    [Symbol.dispose]: () => client.destroy(),
  }
}

function createClient({ endpoint, region, accessKeyId, secretAccessKey, patience }: S3Settings): S3Client {
  return new S3Client({
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    // NOTE: newer checksums are AWS's own; other servers refuse them, or store their framing as if it were the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: patience?.connect ?? 3_000,
      requestTimeout: patience?.answer ?? 12_000,
      throwOnRequestTimeout: true,
    },
  })
}

interface Place {
  readonly Bucket: string
  readonly Key: string
}

async function writeBlob(client: S3Client, place: Place, source: AsyncIterable<Uint8Array>): Promise<void> {
  let failure: unknown
  async function* watched() {
    try {
      yield* source
    } catch (error) {
      failure = error
      throw error
    }
  }
  const params = { ...place, Body: Readable.from(watched(), { objectMode: false }) }
  try {
    await new Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce }).done()
  } catch (error) {
    // What ended the upload says more than a server that then refuses to forget its parts; the sweeper sees to those.
    throw failure ?? error
  }
}

async function readBlob(client: S3Client, place: Place, range: ByteRange | undefined): Promise<OpenBlob> {
  const Range = range && `bytes=${range.start}-${range.end}`
  const answer = await client.send(new GetObjectCommand({ ...place, ...(Range !== undefined && { Range }) }))
  const length = answer.ContentLength ?? 0
  const size = Number(/\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1] ?? length)
  const body = answer.Body as Readable
  if (length > smallBytes) return { body, size }
  return { body: Buffer.from(await answer.Body!.transformToByteArray()), size }
}

interface Listed {
  readonly Key: string
  readonly size: number
  readonly storedAt: number
}

async function* listAll(client: S3Client, Bucket: string, Prefix: string): AsyncIterable<Listed> {
  let token: string | undefined
  do {
    const page = await answered(Prefix, () =>
      client.send(
        new ListObjectsV2Command({ Bucket, Prefix, ...(token !== undefined && { ContinuationToken: token }) }),
      ),
    )
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key !== undefined) yield { Key, size: Size ?? 0, storedAt: LastModified?.getTime() ?? Date.now() }
    }
    token = page.NextContinuationToken
  } while (token !== undefined)
}

async function* entriesOf(listed: AsyncIterable<Listed>, family: BlobFamily, prefix: string): AsyncIterable<BlobEntry> {
  for await (const { Key, size, storedAt } of listed) {
    const key = Key.slice(prefix.length)
    if (isBlobKey(key) && key.startsWith(`${family}/`)) yield { key, size, storedAt }
  }
}

async function discardOlder(
  client: S3Client,
  { Bucket, prefix, before }: { Bucket: string; prefix: string; before: number },
): Promise<number> {
  const { Uploads = [] } = await client
    .send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }))
    .catch((error: unknown) => (cannotList(error) ? { Uploads: [] } : Promise.reject(error)))
  const old = Uploads.filter(({ Initiated }) => Initiated !== undefined && Initiated.getTime() < before)
  for (const { Key, UploadId } of old) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
  return old.length
}

/** Answers that others can act upon: not there, full, or away for now. */
async function answered<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw toBlobError(error, name)
  }
}

function toBlobError(error: unknown, name: string): unknown {
  if (error instanceof S3ServiceException) return fromService(error, name)
  return isSilence(error) ? new BlobStoreAwayError(error) : error
}

const fullCodes = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'StorageFull'])
const missingCodes = new Set(['NoSuchKey', 'NotFound'])

function fromService(error: S3ServiceException, name: string): unknown {
  const status = error.$metadata.httpStatusCode ?? 0
  if (fullCodes.has(error.name) || status === 507) return new BlobStoreFullError(error)
  if (missingCodes.has(error.name)) return new BlobMissingError(name, error)
  return status >= 500 || status === 429 ? new BlobStoreAwayError(error) : error
}

/** Some servers clear up by rules of their own and list nothing. */
function cannotList(error: unknown): boolean {
  return error instanceof S3ServiceException && /^(?:MethodNotAllowed|NotImplemented)$/.test(error.name)
}

const silences = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'TimeoutError'])

function isSilence(error: unknown): boolean {
  const { code = '', name = '' } = (error ?? {}) as { code?: string; name?: string }
  return silences.has(code) || silences.has(name)
}
