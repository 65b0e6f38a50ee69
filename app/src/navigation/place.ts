/** Where the person is: the browser's address and history, as a store. */
import { createStore } from 'zustand/vanilla'

import { matchPath, paths, toHref, toSearch, type Path, type Search, type Target } from './paths.ts'

export interface PlaceState {
  /** Set on the entry that opened a dialog, so that closing it can go back instead of adding an entry. */
  openedModal?: boolean
  /** The same of the sheet that sells what credits are missing. */
  openedTopUp?: boolean
  /** The path that led to /404. */
  attempted?: string
  /** On a conversation: its list is one entry back. */
  fromList?: boolean
  /** On a post: the list that led to it, so many entries back. */
  over?: { pathname: string; steps: number }
  /** On a post: what it was opened for. */
  wants?: 'comment'
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

export const placeStore = createStore<Place>()(() => readPlace(false))

export function getPlace(): Place {
  return placeStore.getState()
}

/** Goes to a place of the app: `navigate({ to: '/post/$id', params: { id } })`. */
export function navigate<P extends Path>(target: Target<P>, manner: Manner = {}): void {
  navigateToHref(toHref(target), manner)
}

/** The same by a path of this origin, where only that is known (`from`). */
export function navigateToHref(href: string, { replace, state = {}, keepScroll }: Manner = {}): void {
  const kept = { ...state, ...laidOver(href, replace) }
  if (replace) history.replaceState(kept, '', href)
  else history.pushState(kept, '', href)
  update(!keepScroll && !replace)
}

/** Stays on the path and sets query parameters; `undefined` takes one away. */
export function changeSearch(change: Search, manner: Manner = {}): void {
  const { pathname, search } = getPlace()
  navigateToHref(`${pathname}${toSearch({ ...search, ...change })}`, { keepScroll: true, ...manner })
}

/** A post lies over the list that led to it, and so do those that one goes on to from there. */
function laidOver(href: string, replace = false): Pick<PlaceState, 'over'> {
  if (!isPost(href.split('?', 1)[0] ?? '')) return {}
  const { pathname, state } = getPlace()
  const list = isPost(pathname) ? state.over : { pathname, steps: 0 }
  return list ? { over: { ...list, steps: list.steps + (replace ? 0 : 1) } } : {}
}

function isPost(pathname: string): boolean {
  return matchPath(paths.post, pathname) !== null
}

function update(isNew: boolean): void {
  placeStore.setState(readPlace(isNew), true)
}

function readPlace(isNew: boolean): Place {
  const { pathname, search } = location
  const state = (history.state ?? {}) as PlaceState
  const values = Object.fromEntries(new URLSearchParams(search))
  return { pathname, search: values, href: `${pathname}${search}`, state, isNew }
}

// Back and forth.
globalThis.addEventListener?.('popstate', () => update(false))
