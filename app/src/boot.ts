/** Runs before the first paint: theme, language, fonts, and the first feed page on its way, with its first picture. */
import { readStoredSession } from '#data/auth/stored-session.ts'
import { mediaAddress, readInlineConfig } from '#data/config.ts'
import { readEarly } from '#data/device/early-file.ts'
import { startEarly } from '#data/first-feed.ts'
import type { DataError } from '#data/rest.ts'
import { drawnPicture, startPicture } from '#entities/image/early-picture.ts'
import { feedTabOf } from '#entities/post/feed/feed-tab.ts'
import { listPageQuery } from '#entities/post/feed/post-list.ts'
import { startsBelowTop } from '#entities/post/feed/stored-position.ts'
import { applyLanguage, readLanguage } from '#i18n/stored-language.ts'
import { applyDisplay } from '#ui/display/apply-display.ts'
import { readDisplay } from '#ui/display/stored-display.ts'

healStart()
applyLanguage(readLanguage())
applyDisplay(readDisplay())
const isSaving = document.documentElement.dataset['saver'] !== undefined
if (!isSaving) {
  for (const link of document.querySelectorAll('link[rel="web-font"]')) link.setAttribute('rel', 'preload')
}

/** A kept page that never gets as far as to stand (main.tsx) is fetched anew at the third start, once in ten minutes. */
function healStart(): void {
  const { searchParams } = new URL(location.href)
  if (searchParams.has('fresh')) history.replaceState(history.state, '', location.pathname)
  if (!navigator.serviceWorker?.controller) return
  const starts = Number(localStorage.getItem('cortexia.starts')) + 1
  localStorage.setItem('cortexia.starts', String(starts))
  if (starts < 3 || Date.now() - Number(localStorage.getItem('cortexia.healed')) < 600_000) return
  localStorage.setItem('cortexia.healed', String(Date.now()))
  localStorage.removeItem('cortexia.starts')
  const dropShells = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('cx-shell-'))
    await Promise.all(names.map((name) => caches.delete(name)))
  }
  void dropShells().finally(() => location.replace('/?fresh'))
}

// Offered early, and shown when it suits (InstallPrompt.tsx).
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  window.installEvent = event
})

const config = readInlineConfig()
const stored = readStoredSession()
const { kind } = stored
const isFeed = location.pathname === '/' || location.pathname === '/feed'
// A visitor's feed is drawn without them (ui/style/more-styles.ts).
if (!isFeed || kind !== 'none') document.querySelector('link[data-more]')?.setAttribute('rel', 'preload')
if (config && kind !== 'unknown' && isFeed) {
  const isSignedIn = kind !== 'none'
  const tab = feedTabOf(new URLSearchParams(location.search).get('tab') ?? undefined, isSignedIn)
  // A token that has ended must be renewed by the client first: nothing is asked in its person's name, nor as a visitor.
  const page =
    kind === 'expired' ? null : startEarly(config, listPageQuery({ list: { tab }, isSignedIn, cursor: null }))
  // Whoever was further down begins there (use-list-start.ts).
  if (!startsBelowTop(tab)) {
    // Where nothing answers: read while the app's own code is on its way.
    const readKept = () => {
      const owner = isSignedIn ? stored.session.user.id : 'visitor'
      window.keptFirst = { owner, tab, list: readEarly(owner, `list.${tab}`) }
    }
    page?.catch(({ status }: DataError) => status === 0 && readKept())
    if (!page && !navigator.onLine) readKept()
    const isKnown = !isSaving && innerWidth < 768
    window.firstPicture = page?.then(
      ([first]) => (isKnown ? startPicture(first, mediaAddress(config)) : first && drawnPicture()),
      () => undefined,
    )
  }
}
