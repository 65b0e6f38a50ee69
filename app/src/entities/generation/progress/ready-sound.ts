/** Two soft notes when an image is ready, on devices whose person wants to hear it. Drawn by the browser: no file is fetched. */
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { note } from '#data/device/note.ts'

const storageKey = 'cortexia.ready-sound'
const wish = createStore<{ isOn: boolean }>()(() => ({ isOn: localStorage.getItem(storageKey) === 'on' }))

/** In Hz, and when each begins, in seconds: a fifth, as two strings of a kora are plucked. */
const notes = [
  { pitch: 587.33, at: 0 },
  { pitch: 880, at: 0.14 },
]
const loudness = 0.14
const fadeS = 0.7
const overMs = 1500

/** Heard at once, so that one knows what one has chosen. */
export function chooseReadySound(isOn: boolean): void {
  note(localStorage, storageKey, isOn ? 'on' : 'off')
  wish.setState({ isOn })
  soundReady()
}

export function useReadySound(): boolean {
  return useStore(wish, ({ isOn }) => isOn)
}

/** A browser lets a page be heard once somebody has touched it; where it does not, or plays nothing, nothing is said. */
export function soundReady(): void {
  if (!wish.getState().isOn) return
  try {
    play(new AudioContext())
  } catch {
    // The image is there all the same.
  }
}

function play(context: AudioContext): void {
  const begin = context.currentTime
  for (const { pitch, at } of notes) {
    const string = new OscillatorNode(context, { type: 'triangle', frequency: pitch })
    const gain = new GainNode(context, { gain: 0 })
    gain.gain.setValueAtTime(loudness, begin + at)
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + at + fadeS)
    string.connect(gain).connect(context.destination)
    string.start(begin + at)
    string.stop(begin + at + fadeS)
  }
  // By the clock: where it may not be heard, its notes never end.
  setTimeout(() => void context.close(), overMs)
}
