import { expect, test } from 'vitest'

import { deviceName, isPhone } from './device-name.ts'

const phone =
  'Mozilla/5.0 (Linux; Android 14; TECNO KG5p) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

test.each([
  [phone, 'Chrome · Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1',
    'Safari · iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge · Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox · Linux'],
  ['curl/8.9', null],
  [null, null],
])('%s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

test('a phone is told from a computer', () => {
  expect(isPhone(phone)).toBe(true)
  expect(isPhone('Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0')).toBe(false)
})
