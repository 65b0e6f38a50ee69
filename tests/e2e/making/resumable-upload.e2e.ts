/** An upload in pieces by a person's own browser, across a broken network (WIRE §3.7). */
import { createHash, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'

import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import type * as tus from 'tus-js-client'
import { expect, test } from 'vitest'

import { desktop, visit } from '../../support/browser.ts'
import { member } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct()

/** What the page holds. */
interface Sending {
  tus: typeof tus
  cutLine(): Promise<void>
  /** Bytes that the server had acknowledged, piece by piece. */
  accepted: number[]
  failures: number
  /** Settles when the client says that all has come. */
  done: Promise<void>
}

const MiB = 1_048_576
const bucket = 'temp-uploads'
const clientScript = createRequire(import.meta.url)
  .resolve('tus-js-client')
  .replace(/\/lib.*$/, '/dist/tus.min.js')

/** Grain that nothing can compress: a picture of some seven megabytes. */
function grain(): Promise<Buffer> {
  const [width, height] = [1_500, 1_500]
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('seven megabytes go on where the network broke, and come out as they went in', async () => {
  const person = await member(product.system)
  const { context, page, complaints } = await visit(product.browser, product.system.url, { viewport: desktop })
  const picture = await grain()
  expect(picture.length).toBeGreaterThan(6 * MiB)
  const html = { contentType: 'text/html', body: '<!doctype html><input type="file">' }
  await page.route('**/bare', (route) => route.fulfill(html))
  await page.goto('/bare')
  await page.addScriptTag({ path: clientScript })
  await page.setInputFiles('input', { name: 'grain.png', mimeType: 'image/png', buffer: picture })
  await page.exposeFunction('cutLine', () => context.setOffline(true))
  const name = `${person.user.id}/grain.png`

  await page.evaluate(
    ([token, bucketName, objectName, chunkSize]) => {
      const sending = globalThis as unknown as Sending
      Object.assign(sending, { accepted: [], failures: 0 })
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      sending.done = promise
      const upload = new sending.tus.Upload(document.querySelector('input')!.files![0]!, {
        endpoint: '/storage/v1/upload/resumable',
        chunkSize,
        retryDelays: Array.from({ length: 600 }, () => 100),
        headers: { authorization: `Bearer ${token}` },
        metadata: { bucketName, objectName, contentType: 'image/png', cacheControl: '3600' },
        onBeforeRequest: async () => {
          if (sending.accepted.length === 3 && sending.failures === 0) await sending.cutLine()
        },
        onChunkComplete: (_size, accepted) => void sending.accepted.push(accepted),
        onShouldRetry: () => {
          sending.failures += 1
          return true
        },
        onSuccess: () => resolve(),
        onError: reject,
      })
      upload.start()
    },
    [person.access_token, bucket, name, MiB] as const,
  )
  const told = () => page.evaluate(() => (globalThis as unknown as Sending).failures)
  const accepted = () => page.evaluate(() => (globalThis as unknown as Sending).accepted)
  await expect.poll(told).toBeGreaterThan(2)
  const service = createClient(product.system.url, product.system.serviceRoleKey, { auth: { persistSession: false } })
  const stored = service.storage.from(bucket)
  expect(await accepted()).toEqual([MiB, 2 * MiB, 3 * MiB])
  expect((await stored.exists(name)).data).toBe(false)

  await context.setOffline(false)
  await page.evaluate(() => (globalThis as unknown as Sending).done)
  // No byte went twice.
  expect(await accepted()).toEqual([1, 2, 3, 4, 5, 6].map((count) => count * MiB).concat(picture.length))
  const { data } = await stored.download(name)
  expect(digest(new Uint8Array(await data!.arrayBuffer()))).toBe(digest(picture))
  expect(complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  await context.close()
})
