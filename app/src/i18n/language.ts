/** The language of the interface: French until the person chooses otherwise, whatever the browser says (spec §9). */
export type Language = 'fr' | 'en'

const storageKey = 'cortexia.language'
const listeners = new Set<() => void>()
let language: Language = readStored()

export function getLanguage(): Language {
  return language
}

export function setLanguage(next: Language): void {
  language = next
  globalThis.localStorage?.setItem(storageKey, next)
  applyLanguage()
  for (const notify of listeners) notify()
}

/** Puts the language on `<html lang>`, for screen readers, hyphenation and spelling. */
export function applyLanguage(): void {
  if (globalThis.document) document.documentElement.lang = language
}

/** Calls back after each change until the returned function is called. */
export function watchLanguage(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

function readStored(): Language {
  return globalThis.localStorage?.getItem(storageKey) === 'en' ? 'en' : 'fr'
}
