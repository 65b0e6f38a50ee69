import { expect, it } from 'vitest'

import { barCount, barsOf, isVoice, longestVoiceMs, readVoice, writeBars } from './voice-note.ts'

it('the shape of a sound goes and comes back, whatever its length', () => {
  for (const length of [0, 1, 7, 40, 41, 1200]) {
    const bars = barsOf(Array.from({ length }, (_, place) => (place % 5) / 4))
    expect(bars).toHaveLength(barCount)
    expect(readVoice({ d: 1500, wf: writeBars(bars) })).toEqual({ ms: 1500, bars })
  }
})

it('a bar is the loudest of its part, and never louder than all', () => {
  const levels = Array.from({ length: 80 }, (_, place) => (place === 3 ? 7 : 0))
  expect(barsOf(levels).slice(0, 3)).toEqual([0, 255, 0])
})

it('what somebody else wrote in it is not believed', () => {
  const quiet = { ms: 0, bars: Array.from({ length: barCount }, () => 0) }
  expect(readVoice({})).toEqual(quiet)
  expect(readVoice({ d: 0, wf: 'not base64 ☹' })).toEqual(quiet)
  expect(readVoice({ d: 9e9, wf: btoa('short') }).ms).toBe(longestVoiceMs)
})

it('a file is a voice note by its media type', () => {
  expect(isVoice({ m: 'audio/webm' })).toBe(true)
  expect(isVoice({ m: 'image/webp' })).toBe(false)
})
