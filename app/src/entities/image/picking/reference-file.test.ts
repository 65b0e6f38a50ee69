import sharp from 'sharp'
import { expect, test } from 'vitest'

import { judgeReference, takeReferences } from './reference-file.ts'

const small = { width: 40, height: 30, channels: 3, background: '#884422' } as const

test.each(['png', 'jpeg', 'webp'] as const)('a %s is accepted by its bytes', async (format) => {
  expect(judgeReference(await sharp({ create: small }).toFormat(format).toBuffer())).toBeNull()
})

test.each(['gif', 'avif'] as const)('a %s is refused, whatever it is called', async (format) => {
  expect(judgeReference(await sharp({ create: small }).toFormat(format).toBuffer())).toBe('type')
})

test('a text called photo.jpg is refused', () => {
  expect(judgeReference(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('type')
  expect(judgeReference(new Uint8Array())).toBe('type')
})

test('a picture of more than 40 million pixels is refused before it is decoded', async () => {
  const bomb = await sharp({ create: { ...small, width: 8000, height: 5001 }, limitInputPixels: false })
    .png()
    .toBuffer()
  expect(bomb.byteLength).toBeLessThan(1_000_000)
  expect(judgeReference(bomb)).toBe('pixels')
})

test('more than 10 MB is refused', () => {
  expect(judgeReference(new Uint8Array(10 * 1024 * 1024 + 1))).toBe('bytes')
})

test('three references find a place, the rest is dropped and counted', () => {
  expect(takeReferences(['a', 'b', 'c', 'd'], 0)).toEqual({ taken: ['a', 'b', 'c'], dropped: 1 })
  expect(takeReferences(['a', 'b'], 2)).toEqual({ taken: ['a'], dropped: 1 })
  expect(takeReferences(['a'], 3)).toEqual({ taken: [], dropped: 1 })
})
