/** Where the person is: the browser's address and history, as a store. */
import { toHref, toSearch, type Path, type Search, type Target } from './paths.ts'

export interface PlaceState {
  /** Set on the entry that opened a dialog, so that closing it can go back instead of adding an entry. */
  openedModal?: boolean
  /** The path that led to /404. */
  attempted?: string
}

export interface Place {
  pathname: string
  /** The query, one value per name. */
  search: Readonly<Record<string, string>>
  /** Path and query. */
  href: string
  state: PlaceState
  /** Just gone to, and not come back to: its screen begins at the top. */
  isNew: boolean
}

export interface Manner {
  /** Takes the place of the current history entry. */
  replace?: boolean
  state?: PlaceState
  /** Stays where one is on the page: for dialogs over it. */
  keepScroll?: boolean
}

const listeners = new Set<() => void>()
let place = readPlace(false)

export function getPlace(): Place {
  return place
}

export function watchPlace(notify: () => void): () => void {
  if (listeners.size === 0) addEventListener('popstate', comeBack)
  listeners.add(notify)
  return () => {
    listeners.delete(notify)
    if (listeners.size === 0) removeEventListener('popstate', comeBack)
  }
}

/** Goes to a place of the app: `navigate({ to: '/post/$id', params: { id } })`. */
export function navigate<P extends Path>(target: Target<P>, manner: Manner = {}): void {
  navigateToHref(toHref(target), manner)
}

/** The same by a path of this origin, where only that is known (`from`). */
export function navigateToHref(href: string, { replace, state = {}, keepScroll }: Manner = {}): void {
  if (replace) history.replaceState(state, '', href)
  else history.pushState(state, '', href)
  update(!keepScroll && !replace)
}

/** Stays on the path and sets query parameters; `undefined` takes one away. */
export function changeSearch(change: Search, manner: Manner = {}): void {
  navigateToHref(`${place.pathname}${toSearch({ ...place.search, ...change })}`, { keepScroll: true, ...manner })
}

function comeBack(): void {
  update(false)
}

function update(isNew: boolean): void {
  place = readPlace(isNew)
  for (const notify of listeners) notify()
}

function readPlace(isNew: boolean): Place {
  const { pathname, search } = location
  const state = (history.state ?? {}) as PlaceState
  const values = Object.fromEntries(new URLSearchParams(search))
  return { pathname, search: values, href: `${pathname}${search}`, state, isNew }
}
