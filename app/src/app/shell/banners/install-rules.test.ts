import { expect, test } from 'vitest'

import { installWay, isInstallDue } from './install-rules.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'
const android = 'Mozilla/5.0 (Android 14; Mobile; rv:132.0)'

const mac = 'Mozilla/5.0 (Macintosh) Version/18.0 Safari/605.1'
const touched = { hasEvent: false, touchPoints: 5 }
const chromium = 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0'

test.each([
  ['Chromium that asks', { ...touched, userAgent: chromium, hasEvent: true }, 'prompt'],
  ['Chromium that does not', { ...touched, userAgent: chromium }, null],
  ['Safari on a phone', { ...touched, userAgent: iphone }, 'ios'],
  ['Safari on a tablet that says it is a computer', { ...touched, userAgent: mac }, 'ios'],
  ['Safari on a computer', { hasEvent: false, touchPoints: 0, userAgent: mac }, null],
  ['Chrome on an iPhone', { ...touched, userAgent: iphone.replace('Version/18.0', 'CriOS/130') }, null],
  ['Instagram', { ...touched, userAgent: `${iphone} Instagram 300.0` }, 'inApp'],
  ['Facebook', { ...touched, userAgent: 'Mozilla/5.0 (Linux; Android 14) [FB_IAB/FB4A;FBAV/400]' }, 'inApp'],
  ['Firefox', { ...touched, userAgent: `${android} Gecko/132.0 Firefox/132.0` }, 'firefox'],
  ['Samsung Internet', { ...touched, userAgent: 'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/26.0' }, 'samsung'],
] as const)('how %s installs', (_, device, way) => {
  expect(installWay(device)).toBe(way)
})

const day = 24 * 3600 * 1000
const fresh = { visits: 1, hasDoneSomething: false, putOffs: 0, lastPutOffAt: 0 }

test.each([
  ['a first visit', fresh, 0, false],
  ['a first result', { ...fresh, hasDoneSomething: true }, 0, true],
  ['a second visit', { ...fresh, visits: 2 }, 0, false],
  ['a third visit', { ...fresh, visits: 3 }, 0, true],
  ['put off twice', { ...fresh, visits: 5, putOffs: 2 }, day, true],
  ['put off three times, a day ago', { ...fresh, visits: 9, putOffs: 3 }, day, false],
  ['put off three times, a month ago', { ...fresh, visits: 9, putOffs: 3 }, 31 * day, true],
])('whether it is offered after %s', (_, history, now, isDue) => {
  expect(isInstallDue(history, now)).toBe(isDue)
})
