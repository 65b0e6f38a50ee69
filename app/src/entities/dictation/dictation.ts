/** Dictation by the browser (Web Speech API), where it has one. Some browsers have their maker write down what is said. */

import { noteWork } from '#data/device/work-under-way.ts'

/** What of it is used; it is no part of TypeScript's own library. */
interface Recognition extends EventTarget {
  lang: string
  interimResults: boolean
  start: () => void
  stop: () => void
}

type Heard = ArrayLike<ArrayLike<{ transcript: string }>>

declare global {
  var SpeechRecognition: (new () => Recognition) | undefined
  var webkitSpeechRecognition: (new () => Recognition) | undefined
}

export type DictationFailure = 'blocked' | 'unavailable'

export interface DictationEvents {
  /** The words so far. */
  onWords: (words: string) => void
  /** Over: with the last words, or none. */
  onEnd: (words: string) => void
  onFailure: (failure: DictationFailure) => void
}

export function canDictate(): boolean {
  return (globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition) !== undefined
}

/** Listens until the person is silent, or until the answer is called: `true` keeps what was said. */
export function dictate(language: string, { onWords, onEnd, onFailure }: DictationEvents): (keep: boolean) => void {
  const Recogniser = globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition
  if (!Recogniser) return () => undefined
  const recognition = new Recogniser()
  const over = new AbortController()
  const listen = (type: string, heed: (event: Event) => void) =>
    recognition.addEventListener(type, heed, { signal: over.signal })
  let words = ''
  recognition.lang = language
  recognition.interimResults = true
  listen('result', (event) => {
    const { results } = event as Event & { results: Heard }
    words = Array.from(results, (alternatives) => alternatives[0]?.transcript ?? '')
      .join('')
      .trim()
    onWords(words)
  })
  listen('error', (event) => {
    const { error } = event as Event & { error: string }
    if (error === 'not-allowed' || error === 'service-not-allowed') onFailure('blocked')
    else if (error !== 'no-speech' && error !== 'aborted') onFailure('unavailable')
  })
  listen('end', () => onEnd(words))
  void noteWork(new Promise((resolve) => recognition.addEventListener('end', resolve)))
  recognition.start()
  return (keep) => {
    if (!keep) over.abort()
    recognition.stop()
  }
}
