/** The configuration that `ops/varnish` gives operators, before storage/v1, where this machine has Varnish and its xkey module. */
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'

import { hasVarnishTags, startVarnish } from '../../../tests/support/elsewhere/varnish.ts'
import { startStorage } from '../testing/storage-server.ts'

const patience = { timeout: 60_000 }

test.skipIf(!hasVarnishTags)('Varnish keeps public pictures, and forgets the one that turns private', async () => {
  await using varnish = await startVarnish('media')
  const edge = { purgeUrl: `${varnish.url}/purge`, purgeToken: 'change-me' }
  await using server = await startStorage({ edge })
  await varnish.open(server.url)
  const service = server.as('service_role')
  const names = Array.from({ length: 20 }, (_, index) => `picture-${index}.png`)
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  for (const name of names) {
    const stored = await service.from('covers').upload(name, png, { contentType: 'image/png', cacheControl: '3600' })
    expect(stored.error).toBeNull()
  }
  const addresses = names.flatMap((name) => [
    `${varnish.url}/storage/v1/object/public/covers/${name}`,
    `${varnish.url}/storage/v1/render/image/public/covers/${name}?width=32&quality=75`,
  ])
  // Browsers word what they accept in many ways; each of three formats is one copy.
  const wishes = ['image/avif,image/webp,*/*;q=0.8', 'image/avif,image/webp,image/apng,*/*', 'image/webp,*/*', '*/*']
  const before = await varnish.asked()
  let answers = 0
  for (let round = 0; round < 25; round += 1) {
    for (const accept of wishes) {
      const all = await Promise.all(addresses.map((address) => fetch(address, { headers: { accept } })))
      for (const answer of all) {
        expect(answer.status).toBe(200)
        expect((await answer.bytes()).length).toBeGreaterThan(20)
        expect(answer.headers.get('surrogate-key')).toBeNull()
        answers += 1
      }
    }
  }
  const share = ((await varnish.asked()) - before) / answers
  expect(answers).toBe(4000)
  expect(share).toBeLessThanOrEqual(0.03)

  const [first = '', second = ''] = names
  const moved = await service.from('covers').move(first, first, { destinationBucket: 'manuscripts' })
  expect(moved.error).toBeNull()
  const statusOf = async (name: string) => {
    const [whole = '', small = ''] = addresses.filter((address) => address.includes(`/${name}`))
    return Promise.all([whole, small].map(async (address) => (await fetch(address)).status))
  }
  await vi.waitFor(async () => expect(await statusOf(first)).toEqual([400, 400]), patience)
  expect(await statusOf(second)).toEqual([200, 200])
  const foreign = await fetch(edge.purgeUrl, { method: 'POST', headers: { 'surrogate-key': 'x' } })
  expect(foreign.status).toBe(403)
  const elsewhere = await fetch(`${varnish.url}/rest/v1/`)
  expect(elsewhere.status).toBe(404)
})
