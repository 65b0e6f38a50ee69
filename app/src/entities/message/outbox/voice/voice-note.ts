/** A voice note: a file of a message like a picture, with its length and the shape of its sound beside its key. */
import type { Attachment } from '#entities/conversation/message-row.ts'

/** FEATURES M28. */
export const longestVoiceMs = 120_000
/** As many bars as a bubble shows. */
export const barCount = 40

export interface VoiceFacts {
  /** Length in milliseconds. */
  ms: number
  /** Loudness over time, 0 to 255, `barCount` of them. */
  bars: readonly number[]
}

export function isVoice({ m: mediaType }: Pick<Attachment, 'm'>): boolean {
  return mediaType.startsWith('audio/')
}

/** Each bar is the loudest of its share of the samples. */
export function barsOf(levels: readonly number[]): number[] {
  const share = Math.max(1, levels.length / barCount)
  return Array.from({ length: barCount }, (_, bar) => {
    const part = levels.slice(
      Math.floor(bar * share),
      Math.max(Math.floor(bar * share) + 1, Math.floor((bar + 1) * share)),
    )
    return Math.round(Math.min(1, Math.max(0, ...part)) * 255)
  })
}

/** As the message carries them: one byte each, in base64. */
export function writeBars(bars: readonly number[]): string {
  return btoa(String.fromCodePoint(...bars))
}

/** What a member writes is not believed to have the form it should have: where it does not, a flat line. */
export function readVoice({ d, wf }: Pick<Attachment, 'd' | 'wf'>): VoiceFacts {
  return { ms: Math.min(d ?? 0, longestVoiceMs), bars: readBars(wf ?? '') }
}

function readBars(text: string): number[] {
  try {
    const bars = Array.from(atob(text), (byte) => byte.codePointAt(0) ?? 0)
    return bars.length === barCount ? bars : flat()
  } catch {
    return flat()
  }
}

const flat = () => Array.from({ length: barCount }, () => 0)
