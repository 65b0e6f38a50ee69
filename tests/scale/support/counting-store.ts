/** A bucket of a million files that are only names: answers as S3 does to who lists, looks at the store's mark or removes, and counts. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const perPage = 1_000

export interface CountingStore extends AsyncDisposable {
  readonly settings: Readonly<Record<string, string>>
  /** From now on there are so many, the last of them without a row. */
  holds(counts: { readonly objects: number; readonly variants: number }): void
  /** Of pages that were asked for, since `forget`. */
  readonly lists: number
  readonly removed: number
  forget(): void
}

/** What the `at`th blob is called; SQL makes the same words. */
const versionOf = (at: number) => `${at.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
export const versionInSql = (at: string) => `lpad(to_hex(${at}), 8, '0') || '-0000-4000-8000-000000000000'`

export async function startCountingStore(): Promise<CountingStore> {
  const held = new Map<string, Buffer>()
  const counts = { objects: 0, variants: 0 }
  const seen = { lists: 0, removed: 0 }
  const nameOf = { objects: versionOf, variants: (at: number) => `${versionOf(at)}/00` }

  function page(query: URLSearchParams): string {
    seen.lists += 1
    const prefix = query.get('prefix') ?? ''
    const [family = '', version] = prefix.split('/')
    const isWhole = (family === 'objects' || family === 'variants') && version === ''
    const own = [...held.keys()].filter((key) => key.startsWith(prefix))
    const from = Number(query.get('continuation-token') ?? 0)
    const all = isWhole ? counts[family] : 0
    const to = Math.min(all, from + perPage)
    const names = from === 0 ? own : []
    if (isWhole) for (let at = from; at < to; at += 1) names.push(`${family}/${nameOf[family](at + 1)}`)
    const contents = names.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><ETag>&quot;0&quot;</ETag><Size>30000</Size></Contents>`,
    )
    const next = to < all ? `<NextContinuationToken>${to}</NextContinuationToken>` : ''
    return `<ListBucketResult><IsTruncated>${to < all}</IsTruncated>${next}<KeyCount>${names.length}</KeyCount>${contents.join('')}</ListBucketResult>`
  }

  async function answer(asked: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(asked.url ?? '/', 'http://store')
    const key = pathname.split('/').slice(2).join('/')
    const body = await buffer(asked)
    if (searchParams.has('list-type')) return void reply.end(page(searchParams))
    if (searchParams.has('uploads')) return void reply.end('<ListMultipartUploadsResult/>')
    if (searchParams.has('delete')) {
      seen.removed += body.toString().match(/<Key>/g)?.length ?? 0
      return void reply.end('<DeleteResult/>')
    }
    if (asked.method === 'PUT') held.set(key, body)
    const kept = held.get(key)
    reply.setHeader('etag', '"0"')
    if (kept === undefined) return void reply.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    reply.end(asked.method === 'PUT' ? '' : kept)
  }

  const server = createServer((asked, reply) => void answer(asked, reply).catch(() => reply.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      S3_BUCKET: 'files',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'a key',
      S3_SECRET_ACCESS_KEY: 'its secret',
    },
    holds: (given) => void Object.assign(counts, given),
    get lists() {
      return seen.lists
    },
    get removed() {
      return seen.removed
    },
    forget: () => void Object.assign(seen, { lists: 0, removed: 0 }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
