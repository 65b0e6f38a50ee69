import { Suspense, useEffect, useState } from 'react'

import { getSession, idOf, watchSession } from '#data/session.ts'
import type { ModalName } from '#entities/session/modal-search.ts'
import { openModal } from '#entities/session/modals.ts'
import { navigate } from '#navigation/place.ts'
import { freeKey } from '#ui/input/free-key.ts'
import { lazy } from '#ui/lazy.ts'
import { forgetFailures } from '#ui/toast/told-failures.ts'

const FailuresDialog = lazy(async () => (await import('#features/settings/about/FailuresDialog.tsx')).FailuresDialog)

/** After G (SCREENS §6). */
const places = {
  f: '/',
  m: '/messages',
  n: '/notifications',
  p: '/profile',
  w: '/workflow',
  s: '/stats',
} as const
const dialogs: Readonly<Record<string, ModalName>> = { '?': 'shortcuts', '/': 'search', n: 'create' }
const goesOnForMs = 1500

/** The keys of every screen. They come before the screens' own, which begin with the same letters after G. */
export function ShellKeys() {
  usePlaceKeys()
  const { isShown, setShown } = useFailures()
  return <Suspense fallback={null}>{isShown && <FailuresDialog onClose={() => setShown(false)} />}</Suspense>
}

/** Alt+T shows what errors have said, over whatever is open and while somebody writes. What one person was told goes with them. */
function useFailures() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    let person = idOf(getSession())
    return watchSession(() => {
      const next = idOf(getSession())
      if (next !== person) forgetFailures()
      person = next
    })
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // By the key's place: on some keyboards Alt makes another letter of it.
      if (event.code !== 'KeyT' || !event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      setShown(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return { isShown, setShown }
}

function usePlaceKeys(): void {
  useEffect(() => {
    let lastG = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent) => {
      const key = isPalette(event) ? '/' : freeKey(event)
      if (key === null) return
      const act = actOf(key, event.timeStamp - lastG < goesOnForMs)
      lastG = key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}

function actOf(key: string, isAfterG: boolean): (() => void) | undefined {
  const place = isAfterG ? places[key as keyof typeof places] : undefined
  if (place) return () => navigate({ to: place })
  const dialog = dialogs[key]
  return dialog && (() => openModal(dialog))
}

/** Ctrl/⌘K: while somebody writes as well, but not over a dialog. */
function isPalette({ ctrlKey, metaKey, altKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k' && !document.querySelector('dialog:modal')
}
