/** One person's room (THREATS S-09): what is under way counts, and what ends early is given back. */
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { Readable } from 'node:stream'

import { expect, test, vi } from 'vitest'

import { rowsOf } from '../../../tests/support/test-database.ts'
import { ask, create, locationOf, patch } from '../testing/resumable.ts'
import { ada, bob, startStorage, tokenFor, type StorageServer } from '../testing/storage-server.ts'

const room = 1_000_000
const start = () => startStorage({ config: { bytesPerOwner: room } })

const storedBy = async (server: StorageServer, who: string) => {
  const text = `select coalesce(sum((metadata ->> 'size')::int), 0)::int as bytes from storage.objects
    where owner_id = $1`
  const [row] = await rowsOf<{ bytes: number }>(server.database, text, [who])
  return row?.bytes
}
const reserved = (server: StorageServer) => rowsOf(server.database, 'select bytes from storage.quota_reservations')
// Generous, for busy machines.
const patience = { timeout: 20_000 }
const full = { statusCode: '413', message: 'The storage of this account is full' }

const ways = {
  bare: (bytes: number) => Buffer.alloc(bytes),
  'as a form': (bytes: number) => new Blob([Buffer.alloc(bytes)]),
  'without its length': (bytes: number) => Readable.from(Array.from({ length: 9 }, () => Buffer.alloc(bytes / 9))),
}

test.each(Object.entries(ways))('S-09 uploads at one moment never exceed together (%s)', async (_way, make) => {
  await using server = await start()
  const own = server.as(ada).from('manuscripts')
  expect((await own.upload(`${ada}/before`, Buffer.alloc(100_000))).error).toBeNull()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => own.upload(`${ada}/${randomUUID()}`, make(450_000) as Buffer)),
  )
  const errors = answers.map(({ error }) => error).filter((error) => error !== null)
  for (const error of errors) expect(error).toMatchObject(full)
  expect(await storedBy(server, ada)).toBeLessThanOrEqual(room)
  expect(await server.keysOf('objects')).toHaveLength(11 - errors.length)
  await vi.waitFor(async () => expect(await reserved(server)).toEqual([]), patience)
  // All that was promised to those that failed can be had again.
  const left = room - ((await storedBy(server, ada)) ?? 0)
  expect((await own.upload(`${ada}/rest`, Buffer.alloc(left))).error).toBeNull()
  expect((await own.upload(`${ada}/drop`, Buffer.alloc(1))).error).toMatchObject(full)
  expect((await server.as(bob).from('manuscripts').upload(`${bob}/a`, Buffer.alloc(room))).error).toBeNull()
})

test('S-09 an upload that is cut off gives back what was promised to it', async () => {
  await using server = await start()
  const url = new URL(`${server.url}/object/manuscripts/${ada}/cut`)
  const headers = { authorization: `Bearer ${tokenFor(ada)}`, 'content-length': 900_000 }
  const sent = request(url, { method: 'POST', headers })
  sent.on('error', () => {})
  sent.write(Buffer.alloc(400_000))
  await vi.waitFor(async () => expect(await reserved(server)).toEqual([{ bytes: '900000' }]), patience)
  const own = server.as(ada).from('manuscripts')
  expect((await own.upload(`${ada}/beside`, Buffer.alloc(200_000))).error).toMatchObject(full)
  sent.destroy()
  await vi.waitFor(async () => expect(await reserved(server)).toEqual([]), patience)
  expect((await own.upload(`${ada}/beside`, Buffer.alloc(room))).error).toBeNull()
})

test('S-09 an upload in pieces has its room from its beginning to its end', async () => {
  await using server = await start()
  const own = server.as(ada).from('manuscripts')
  const url = locationOf(await create(server, `${ada}/pieces`, 700_000))
  expect((await own.upload(`${ada}/beside`, Buffer.alloc(400_000))).error).toMatchObject(full)
  expect((await create(server, `${ada}/more`, 400_000)).status).toBe(413)
  await patch(url, 0, Buffer.alloc(700_000))
  expect(await reserved(server)).toEqual([])
  expect((await own.upload(`${ada}/beside`, Buffer.alloc(300_000))).error).toBeNull()
  await own.remove([`${ada}/pieces`])

  const ended = locationOf(await create(server, `${ada}/ended`, 700_000))
  await ask('DELETE', ended)
  const headers = { 'upload-defer-length': '1' }
  const open = await ask('POST', `${server.url}/upload/resumable`, {
    headers: { ...headers, 'upload-metadata': `bucketName ${btoa('manuscripts')},objectName ${btoa(`${ada}/open`)}` },
  })
  expect((await patch(locationOf(open), 0, Buffer.alloc(600_000))).status).toBe(204)
  expect((await patch(locationOf(open), 600_000, Buffer.alloc(600_000))).status).toBe(413)
})

test('a copy takes room of whoever makes it, and the service has no bounds', async () => {
  await using server = await start()
  const own = server.as(ada).from('manuscripts')
  await own.upload(`${ada}/a`, Buffer.alloc(600_000))
  expect((await own.copy(`${ada}/a`, `${ada}/b`)).error).toMatchObject(full)
  expect((await own.move(`${ada}/a`, `${ada}/c`)).error).toBeNull()
  const service = server.as('service_role').from('shelf')
  for (const name of ['a', 'b', 'c']) expect((await service.upload(name, Buffer.alloc(600_000))).error).toBeNull()
})
