/** A CDN in front of public objects: it keeps them for long, and forgets what is changed, moved, deleted or made private. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { systemSession } from '@platform/database'
import { expect, test, vi } from 'vitest'

import { rowsOf } from '../../../tests/support/test-database.ts'
import { startStorage, type StorageServer } from '../testing/storage-server.ts'

interface Told {
  readonly tags: readonly string[]
  readonly authorization: string | undefined
}

/** An edge that says what it was told; `status` is its answer. */
async function startEdge() {
  const told: Told[] = []
  const edge = { told, status: 200, purgeUrl: '', asked: 0, [Symbol.asyncDispose]: async () => void server.close() }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      edge.asked += 1
      const { tags } = JSON.parse(Buffer.concat(chunks).toString()) as { tags: string[] }
      expect(request.headers['surrogate-key']).toBe(tags.join(' '))
      if (edge.status === 200) told.push({ tags, authorization: request.headers.authorization })
      response.writeHead(edge.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  edge.purgeUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`
  return edge
}

async function start(purgeUrl: string): Promise<StorageServer> {
  const server = await startStorage({ edge: { purgeUrl, purgeToken: 'sesame' }, config: { publicLookupMs: 0 } })
  const known = () => rowsOf(server.database, 'select from storage.installation where has_edge')
  await vi.waitFor(async () => expect(await known()).toHaveLength(1), patience)
  return server
}
const patience = { timeout: 30_000 }
const path = (name: string) => `/object/public/shelf/${name}`

/** What an answer bears: the object's own tag and its bucket's. */
async function tagsOf(server: StorageServer, name: string): Promise<string[]> {
  const { headers } = await server.fetch(path(name))
  expect(headers.get('cache-tag')?.split(',')).toEqual(headers.get('surrogate-key')?.split(' '))
  return headers.get('surrogate-key')?.split(' ') ?? []
}

test('public answers are kept for a year and bear tags; private ones and errors are neither', async () => {
  await using edge = await startEdge()
  await using server = await start(edge.purgeUrl)
  const shelf = server.as('service_role').from('shelf')
  expect((await shelf.upload('a.txt', Buffer.from('one'), { cacheControl: '3600' })).error).toBeNull()
  const kept = await server.fetch(path('a.txt'))
  expect(kept.headers.get('cache-control')).toBe('max-age=3600, s-maxage=31536000')
  expect(await tagsOf(server, 'a.txt')).toHaveLength(2)
  const missing = await server.fetch(path('none.txt'))
  expect(missing.headers.get('cache-tag')).toBeNull()
  const own = await server.fetch('/object/authenticated/shelf/a.txt', {
    headers: { authorization: `Bearer ${Buffer.from('{"role":"service_role"}').toString('base64url')}` },
  })
  expect(own.status).toBe(200)
  expect(own.headers.get('cache-tag')).toBeNull()
  expect(own.headers.get('cache-control')).not.toContain('s-maxage')
})

test('what is replaced, moved or deleted is forgotten by its tag, and a bucket that turns private by its own', async () => {
  await using edge = await startEdge()
  await using server = await start(edge.purgeUrl)
  const service = server.as('service_role')
  const shelf = service.from('shelf')
  const tags = new Map<string, string>()
  let ofBucket = ''
  for (const name of ['replaced.txt', 'moved.txt', 'deleted.txt', 'stays.txt']) {
    await shelf.upload(name, Buffer.from(name), { cacheControl: '3600' })
    const [own = '', bucket = ''] = await tagsOf(server, name)
    tags.set(name, own)
    ofBucket = bucket
  }
  await shelf.update('replaced.txt', Buffer.from('new'))
  await shelf.move('moved.txt', 'elsewhere.txt')
  await shelf.remove(['deleted.txt'])
  const toldTags = () => edge.told.flatMap((one) => one.tags)
  const gone = ['replaced.txt', 'moved.txt', 'deleted.txt'].map((name) => tags.get(name) ?? '')
  await vi.waitFor(() => expect(toldTags().toSorted()).toEqual(gone.toSorted()), patience)
  expect(edge.told.every(({ authorization }) => authorization === 'Bearer sesame')).toBe(true)

  expect((await service.updateBucket('shelf', { public: false })).error).toBeNull()
  await vi.waitFor(() => expect(toldTags()).toContain(ofBucket), patience)
  expect(toldTags()).not.toContain(tags.get('stays.txt'))
  await vi.waitFor(
    async () => expect(await rowsOf(server.database, 'select tag from storage.edge_purges')).toEqual([]),
    patience,
  )
})

test('an edge that does not confirm is told again later; nothing is lost, and nobody waits', async () => {
  await using edge = await startEdge()
  edge.status = 503
  await using server = await start(edge.purgeUrl)
  const shelf = server.as('service_role').from('shelf')
  await shelf.upload('a.txt', Buffer.from('one'), { cacheControl: '3600' })
  const [tag] = await tagsOf(server, 'a.txt')
  expect((await shelf.remove(['a.txt'])).error).toBeNull()
  const failed = () =>
    server.events.some((event) => event.kind === 'storage.background-failed' && event.task === 'purge')
  await vi.waitFor(() => expect([failed(), edge.asked]).toEqual([true, 1]), patience)
  const waiting = await rowsOf(
    server.database,
    `select tag, tries, next_at > clock_timestamp() as "isPutOff" from storage.edge_purges`,
  )
  expect(waiting).toEqual([{ tag, tries: 1, isPutOff: true }])
  edge.status = 200
  const { system } = server.database.databases
  await system.write(systemSession, (tx) => tx.execute("update storage.edge_purges set next_at = '-infinity'"))
  await vi.waitFor(() => expect(edge.told.map(({ tags }) => tags)).toEqual([[tag]]), patience)
})

test('without an edge nothing is kept for one, and caches ask again after a minute', async () => {
  await using server = await startStorage({ config: { publicLookupMs: 0 } })
  const shelf = server.as('service_role').from('shelf')
  await shelf.upload('a.txt', Buffer.from('one'), { cacheControl: '3600' })
  const { headers } = await server.fetch(path('a.txt'))
  expect([headers.get('cache-control'), headers.get('cache-tag')]).toEqual(['max-age=3600, s-maxage=60', null])
  await shelf.remove(['a.txt'])
  expect(await rowsOf(server.database, 'select tag from storage.edge_purges')).toEqual([])
})
