import { expect, test } from 'vitest'

import { readDataUrl } from './reference-address.ts'

const dataUrl = (encoded: string, type = 'image/png') => `data:${type};base64,${encoded}`

test.each([0, 1, 2, 3, 300])('a picture of %d bytes and three more comes back as it was sent', (length) => {
  const bytes = Buffer.from(Array.from({ length: length + 3 }, (_, at) => (at * 7919) % 256))
  expect(Buffer.from(readDataUrl(dataUrl(bytes.toString('base64')))!).equals(bytes)).toBe(true)
})

test('one of many megabytes is read too', () => {
  expect(readDataUrl(dataUrl('A'.repeat(40_000_000)))).toHaveLength(30_000_000)
})

test.each([
  ['nothing', dataUrl('')],
  ['padding alone', dataUrl('==')],
  ['more padding than there is', dataUrl('AAAA===')],
  ['padding in the middle', dataUrl('AA==AAAA')],
  ['another line', dataUrl('AAAA\nAAAA')],
  ['a line at the end', dataUrl('AAAA\n')],
  ['a line that makes four', dataUrl('AAA\n')],
  ['a line that makes seven', dataUrl('AAAAAA\n')],
  ['a minus of base64url', dataUrl('AA-A')],
  ['a line of base64url', dataUrl('AAAAAA_A')],
  ['another type', dataUrl('AAAA', 'text/html')],
  ['a parameter', 'data:image/png;name=x;base64,AAAA'],
  ['an address', 'https://elsewhere.example/a.png'],
])('%s is no picture', (_, url) => {
  expect(readDataUrl(url)).toBeNull()
})
