/** ListObjects and ListObjectsV2: the names that a caller may see, page by page. */
import { listKeys, type KeyEntry } from '../catalog/keys.ts'
import { bucketOf, callerFor, numberIn, spellingOf, type Asked, type Operate } from './asked.ts'
import { s3Errors } from './errors.ts'
import { sendXml, type Content } from './xml.ts'

interface Page {
  readonly prefix: string
  readonly delimiter: string
  readonly limit: number
  readonly after: string
}

export const listObjectsV2: Operate = async (asked) => {
  const { query } = asked
  const token = query.get('continuation-token')
  const startAfter = query.get('start-after') ?? undefined
  const after = token === null ? (startAfter ?? '') : readToken(token)
  const { page, entries, isTruncated, common } = await readPage(asked, after)
  const spell = spellingOf(query)
  const last = entries.at(-1)?.key ?? page.after
  return sendXml(asked.reply, 'ListBucketResult', {
    ...common,
    KeyCount: entries.length,
    ContinuationToken: token ?? undefined,
    NextContinuationToken: isTruncated ? writeToken(last) : undefined,
    StartAfter: startAfter === undefined ? undefined : spell(startAfter),
  })
}

export const listObjects: Operate = async (asked) => {
  const marker = asked.query.get('marker') ?? ''
  const { page, entries, isTruncated, common } = await readPage(asked, marker)
  const spell = spellingOf(asked.query)
  const last = entries.at(-1)?.key
  return sendXml(asked.reply, 'ListBucketResult', {
    ...common,
    Marker: spell(marker),
    // Without a delimiter the last name itself is where the next page begins.
    NextMarker: isTruncated && page.delimiter !== '' && last !== undefined ? spell(last) : undefined,
  })
}

async function readPage(asked: Asked, after: string) {
  const { storage, query, bucket } = asked
  const caller = callerFor(asked, 'storage.s3.object.list')
  await bucketOf(asked, caller)
  const page: Page = {
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    limit: numberIn(query, 'max-keys', { least: 0, most: 1_000, unset: 1_000 }),
    after,
  }
  for (const text of [page.prefix, page.delimiter, after])
    if (text.length > 1_024 || text.includes('\0')) throw s3Errors.argument('A name is too long or none')
  const found = page.limit === 0 ? [] : await listKeys(storage.database, caller.session, bucket, page)
  const entries = found.slice(0, page.limit)
  const isTruncated = found.length > page.limit
  return { page, entries, isTruncated, common: describe(asked, page, { entries, isTruncated }) }
}

function describe(
  { query, bucket }: Asked,
  { prefix, delimiter, limit }: Page,
  { entries, isTruncated }: { entries: readonly KeyEntry[]; isTruncated: boolean },
): Content {
  const spell = spellingOf(query)
  return {
    Name: bucket,
    Prefix: spell(prefix),
    Delimiter: delimiter === '' ? undefined : spell(delimiter),
    MaxKeys: limit,
    EncodingType: query.get('encoding-type') ?? undefined,
    IsTruncated: isTruncated,
    Contents: entries.flatMap(({ key, object }) =>
      object === null
        ? []
        : [
            {
              Key: spell(key),
              LastModified: object.updatedAt,
              ETag: object.eTag ?? '',
              Size: object.size ?? 0,
              StorageClass: 'STANDARD',
            },
          ],
    ),
    CommonPrefixes: entries.filter(({ object }) => object === null).map(({ key }) => ({ Prefix: spell(key) })),
  }
}

const writeToken = (key: string) => Buffer.from(key).toString('base64url')

function readToken(token: string): string {
  const bytes = Buffer.from(token, 'base64url')
  // The decoder passes over what is none of its letters.
  if (bytes.length === 0 || bytes.toString('base64url') !== token)
    throw s3Errors.argument('The continuation token provided is incorrect')
  return bytes.toString()
}
