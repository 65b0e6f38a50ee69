import { expect, test } from 'vitest'

import { checkRobotsTag } from './robots.ts'

test.each([
  'all',
  'noindex,   nofollow,  noimageindex',
  'noindex, nofollow,   ',
  'noindex,',
  'max-snippet: 0, max-video-preview: -1',
  'max-image-preview:    large',
  'unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT',
  'unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT, noindex',
  'unavailable_after: 2025-12-03T13:09:53.120Z',
  'unavailable_after: 25 Jun 2027 15:00:00 GMT',
  'googlebot: noindex, nofollow',
  'BadBot: noindex, nofollow, googlebot: nofollow',
  'googlebot: noindex, max-snippet: 50',
  'googlebot: unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT',
])('%j is told to robots', (header) => expect(checkRobotsTag(header)).toBe(header))

test.each([
  '',
  '   ',
  ',',
  'all,, none',
  'noindex, invalidrule, nofollow',
  'no index',
  'max-snippet: -5',
  'max-video-preview: -2',
  'max-snippet:',
  'max-image-preview: invalid',
  'unavailable_after:',
  'unavailable_after: not-a-date',
  'unavailable_after: Wed, noindex',
  'googlebot:',
  'googlebot:   ',
  'googlebot: invalidrule',
  'unknown-rule: invalidvalue',
])('%j is not', (header) => expect(() => checkRobotsTag(header)).toThrow(/^Invalid X-Robots-Tag header/))
