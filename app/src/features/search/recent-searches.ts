/** What somebody searched for lately, on this device and for this person alone. */
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

const most = 8
/** They lie in storage, where other tabs write too: this says when to look again. */
const changes = createStore<object>()(() => ({}))
const none: readonly string[] = []
let known: { key: string; stored: string | null; searches: readonly string[] } = {
  key: '',
  stored: null,
  searches: none,
}

const keyOf = (userId: string) => `cortexia.searches.${userId}`

export function useRecentSearches(userId: string | null): readonly string[] {
  return useStore(changes, () => (userId === null ? none : read(userId)))
}

export function rememberSearch(userId: string | null, text: string): void {
  const search = text.trim().slice(0, 200)
  if (userId === null || search === '') return
  const others = read(userId).filter((other) => other.toLowerCase() !== search.toLowerCase())
  write(userId, [search, ...others].slice(0, most))
}

export function forgetSearch(userId: string, search: string): void {
  write(
    userId,
    read(userId).filter((other) => other !== search),
  )
}

export function forgetSearches(userId: string): void {
  write(userId, none)
}

/** The same array as long as nothing has changed, as a store must answer. */
function read(userId: string): readonly string[] {
  const key = keyOf(userId)
  let stored: string | null = null
  try {
    stored = localStorage.getItem(key)
  } catch {
    // Without storage nothing is remembered.
  }
  if (known.key !== key || known.stored !== stored) known = { key, stored, searches: parse(stored) }
  return known.searches
}

function parse(stored: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string').slice(0, most) : none
  } catch {
    return none
  }
}

function write(userId: string, searches: readonly string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(keyOf(userId))
    else localStorage.setItem(keyOf(userId), JSON.stringify(searches))
  } catch {
    return
  }
  changes.setState({})
}

globalThis.addEventListener?.('storage', () => changes.setState({}))
