/**
 * Tells which publications were really looked at: half of the picture on the screen for a second. Gathered, told every ten
 * seconds and when the page is left; the server counts each once in thirty minutes, and no name goes with it.
 */
import type { ViewSource } from '@product/contract'

import { readStoredSession } from '#data/auth/stored-session.ts'
import { readConfig } from '#data/config.ts'
import { rpcQuestion } from '#data/question.ts'
import { DataError, fetchRest } from '#data/rest.ts'
import { getPlace } from '#navigation/place.ts'

const lookedAtMs = 1_000
const tellEveryMs = 10_000
const againAfterMs = 30 * 60_000
const mostAtOnce = 50

const watched = new WeakSet<Element>()
const looks = new Map<Element, ReturnType<typeof setTimeout>>()
const waiting = new Map<string, ViewSource>()
const toldAt = new Map<string, number>()

/** Where one was before the present path. */
let former: string | null = null
let present = ''

export function watchViews(): void {
  const seen = new IntersectionObserver(look, { threshold: 0.5 })
  const find = () => {
    const { pathname } = getPlace()
    if (pathname !== present) [former, present] = [present || null, pathname]
    for (const post of document.querySelectorAll<HTMLElement>('[data-post]')) {
      const picture = post.querySelector('img')
      if (!picture || watched.has(picture)) continue
      watched.add(picture)
      seen.observe(picture)
    }
  }
  new MutationObserver(soon(find)).observe(document.body, { childList: true, subtree: true })
  find()
  setInterval(() => void tell(), tellEveryMs)
  document.addEventListener('visibilitychange', () => document.hidden && void tell())
}

function look(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    clearTimeout(looks.get(target))
    looks.delete(target)
    if (isIntersecting)
      looks.set(
        target,
        setTimeout(() => note(target), lookedAtMs),
      )
  }
}

function note(picture: Element): void {
  looks.delete(picture)
  const id = picture.closest<HTMLElement>('[data-post]')?.dataset['post']
  if (document.hidden || id === undefined || Date.now() - (toldAt.get(id) ?? -Infinity) < againAfterMs) return
  toldAt.set(id, Date.now())
  waiting.set(id, sourceOf(getPlace().pathname))
}

/** Once for many changes of the page. */
function soon(run: () => void): () => void {
  const pauseMs = 300
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      run()
    }, pauseMs)
  }
}

const sources: Readonly<Record<string, ViewSource>> = {
  '': 'feed',
  search: 'search',
  tag: 'search',
  profile: 'profile',
  collection: 'profile',
}

function sourceOf(pathname: string): ViewSource {
  const area = pathname.split('/')[1] ?? ''
  if (area !== 'post') return sources[area] ?? 'other'
  if (former === null) return 'link'
  return former.startsWith('/post/') ? 'remix' : (sources[former.split('/')[1] ?? ''] ?? 'other')
}

async function tell(): Promise<void> {
  // Nobody's session is renewed for it: who looks longer does something that renews it.
  if (waiting.size === 0 || readStoredSession().kind === 'expired') return
  const views = [...waiting].slice(0, mostAtOnce)
  for (const [id] of views) waiting.delete(id)
  const told = views.map(([post_id, source]) => ({ post_id, source }))
  try {
    await fetchRest(await readConfig(), rpcQuestion('report_views', { p_views: told }), { keepalive: true })
  } catch (error) {
    if (error instanceof DataError && error.isRetryable) for (const [id, source] of views) waiting.set(id, source)
  }
}
