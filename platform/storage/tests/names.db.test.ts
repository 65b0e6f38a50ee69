/** Keys of every script, by every door (WIRE §3.4). */
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { sendByClient } from '../testing/resumable.ts'
import { s3ClientFor } from '../testing/s3-clients.ts'
import { ada, startStorage, type StorageServer } from '../testing/storage-server.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorage({ speaksS3: true })
})
afterAll(() => server[Symbol.asyncDispose]())

const key = `${ada}/Été à l’Île/« photo 1 » 일이삼 👩‍🎨.txt`
const manuscripts = () => server.as(ada).from('manuscripts')
const textOf = async (name: string) => (await (await manuscripts().download(name)).data?.text()) ?? null

test('the official client writes, lists, signs, moves, copies and removes it', async () => {
  expect((await manuscripts().upload(key, 'written')).data).toMatchObject({ path: key, fullPath: `manuscripts/${key}` })
  expect(await textOf(key)).toBe('written')
  const listed = await manuscripts().list(`${ada}/Été à l’Île`)
  expect(listed.data?.map(({ name }) => name)).toEqual(['« photo 1 » 일이삼 👩‍🎨.txt'])
  expect((await manuscripts().info(key)).data).toMatchObject({ name: key })
  const { data: signed } = await manuscripts().createSignedUrl(key, 60)
  expect(await (await fetch(signed!.signedUrl)).text()).toBe('written')
  const { data: entry } = await manuscripts().createSignedUploadUrl(`${key}.2`)
  expect((await manuscripts().uploadToSignedUrl(`${key}.2`, entry!.token, 'by token')).error).toBeNull()
  expect(await textOf(`${key}.2`)).toBe('by token')
  expect((await manuscripts().copy(key, `${key}.3`)).error).toBeNull()
  expect((await manuscripts().move(`${key}.3`, `${key}.4`)).error).toBeNull()
  expect(await textOf(`${key}.4`)).toBe('written')
  const removed = await manuscripts().remove([key, `${key}.2`, `${key}.4`])
  expect(removed.data?.map(({ name }) => name).sort()).toEqual([key, `${key}.2`, `${key}.4`])
  expect(await textOf(key)).toBeNull()
})

test('it is uploaded in pieces', async () => {
  await sendByClient({ to: server, name: key, bytes: Buffer.from('in pieces') })
  expect(await textOf(key)).toBe('in pieces')
})

test('the official client of S3 writes, lists and reads it', async () => {
  const client = s3ClientFor(server.url)
  const place = { Bucket: 'manuscripts', Key: `é/${key}` }
  await client.send(new PutObjectCommand({ ...place, Body: 'by S3' }))
  for (const EncodingType of ['url', undefined] as const) {
    const asked = new ListObjectsV2Command({
      Bucket: 'manuscripts',
      Prefix: 'é/',
      ...(EncodingType && { EncodingType }),
    })
    const { Contents = [] } = await client.send(asked)
    const keys = Contents.map(({ Key = '' }) => (EncodingType === 'url' ? decodeURIComponent(Key) : Key))
    expect(keys).toEqual([place.Key])
  }
  const { Body } = await client.send(new GetObjectCommand(place))
  expect(await Body?.transformToString()).toBe('by S3')
  client.destroy()
})
