import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { create } from 'zustand'

import { defineMessages, useMessages } from '#i18n/messages.ts'

import { classNames } from '../class-names.ts'
import { focusScreen } from '../screen/focus-screen.ts'
import { dismissToast, useToasts, type ToastItem } from './toast.ts'
import { noteFailure } from './told-failures.ts'
import { useRoomOnScrim } from './use-room-on-scrim.ts'

const messages = defineMessages({
  fr: { close: 'Fermer', region: 'Notifications' },
  en: { close: 'Close', region: 'Notifications' },
})

export interface ToastRegionProps {
  /** A sheet has a scrim around it; a screen is a dialog that has none. */
  level: 'page' | 'sheet' | 'screen'
}

const places = {
  page: 'fixed inset-x-3 top-[calc(var(--said-h)+var(--top-h)+3.25rem)] md:inset-x-auto md:top-[calc(var(--said-h)+1.25rem)] md:right-5 md:w-92',
  scrim:
    'fixed inset-x-3 top-[calc(env(safe-area-inset-top)+0.75rem)] bottom-auto w-auto overflow-visible bg-transparent md:top-5 md:right-5 md:left-auto md:w-92',
  within: 'flex-none px-3 py-2 *:shadow-none last:pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:px-6',
  // Below its title and its way out, over a picture that is large enough.
  screen: 'absolute inset-x-3 top-16 md:right-5 md:left-auto md:w-92',
}

/**
 * Where toasts show. The shell has one and each dialog has one, because what lies outside an open modal dialog is inert
 * and unspoken; the newest region shows them all.
 */
export function ToastRegion({ level }: ToastRegionProps) {
  const m = useMessages(messages)
  const id = useId()
  const region = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<HTMLElement>(null)
  const all = useToasts()
  const isTop = useRegions((regions) => regions.at(-1)) === id
  const toasts = isTop ? all : []
  useEffect(() => claimRegion(id, level), [id, level])
  const isSheet = level === 'sheet'
  const hasRoom = useRoomOnScrim(region, isSheet && toasts.length > 0)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only notes where the focus came from
    <div
      ref={region}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget as HTMLElement | null
      }}
      {...(isTop && { role: 'region', 'aria-label': m.region })}
      popover={isSheet && hasRoom ? 'manual' : undefined}
      className={classNames(
        'pointer-events-none z-(--z-toast) grid justify-items-end gap-2 empty:hidden',
        places[isSheet ? (hasRoom ? 'scrim' : 'within') : level],
      )}
    >
      {toasts.map((item) => (
        <Toast key={item.id} item={item} cameFrom={cameFrom} />
      ))}
    </div>
  )
}

interface ToastProps {
  item: ToastItem
  /** Where the focus was before it came among the toasts. */
  cameFrom: RefObject<HTMLElement | null>
}

function Toast({ item, cameFrom }: ToastProps) {
  const m = useMessages(messages)
  const { setPaused } = useLife(item)
  const danger = item.tone === 'danger'
  useEffect(() => {
    if (danger) noteFailure(item)
  }, [danger, item])
  const own = useFocusBack(cameFrom)
  const Icon = danger ? CircleAlert : CircleCheck
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pointing and focus only stop the clock
    <div
      ref={own}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // The dialog that it stands in stays.
        event.preventDefault()
        dismissToast(item.id)
      }}
      role="group"
      aria-label={item.title}
      className={classNames(
        'toast pointer-events-auto flex w-full max-w-92 items-start gap-3 rounded-lg py-3.25 pr-2 pl-3.5 text-sm shadow-dialog',
        danger ? 'bg-danger text-on-danger' : 'bg-ink text-on-ink',
      )}
    >
      <Icon aria-hidden="true" className="mt-px size-5.5 flex-none" strokeWidth={1.75} />
      {/* Spoken as it appears: at once for an error, at the next pause for the rest. */}
      <div role={danger ? 'alert' : 'status'} className="min-w-0 flex-1 pt-0.5">
        <p className="font-semibold">{item.title}</p>
        {item.description && <p className="wrap-anywhere">{item.description}</p>}
        {item.action && (
          <button
            type="button"
            className="mt-1 min-h-6 rounded-xs font-semibold underline underline-offset-3 focus-visible:outline-current"
            onClick={() => {
              item.action?.onPress()
              dismissToast(item.id)
            }}
          >
            {item.action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label={m.close}
        onClick={() => dismissToast(item.id)}
        className="grid size-7 flex-none place-items-center rounded-sm hover:bg-current/15 focus-visible:outline-current"
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  )
}

/** Whoever closes it by a key goes on where they were; a finger has no place to go back to, and no keyboard to open. */
function useFocusBack(cameFrom: RefObject<HTMLElement | null>): RefObject<HTMLDivElement | null> {
  const own = useRef<HTMLDivElement>(null)
  const goBack = useEffectEvent((toast: HTMLElement | null) => {
    if (!toast?.contains(document.activeElement) || !document.activeElement?.matches(':focus-visible')) return
    if (cameFrom.current?.isConnected) cameFrom.current.focus({ preventScroll: true })
    else focusScreen()
  })
  // Before it is taken away, and the focus with it.
  useLayoutEffect(() => {
    const toast = own.current
    return () => goBack(toast)
  }, [])
  return own
}

/** Dismisses the toast when its time is up; the clock stands still while it is pointed at or focused. */
function useLife({ id, clock }: ToastItem) {
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    if (paused) return undefined
    const from = Date.now()
    const timer = setTimeout(() => dismissToast(id), clock.left)
    return () => {
      clearTimeout(timer)
      clock.left -= Date.now() - from
    }
  }, [id, paused, clock])
  return { setPaused }
}

/** Which toast region is on top: the last dialog's, else the page's, which may come later than a dialog. */
const useRegions = create<readonly string[]>()(() => [])

function claimRegion(id: string, level: ToastRegionProps['level']): () => void {
  useRegions.setState((regions) => (level === 'page' ? [id, ...regions] : [...regions, id]), true)
  return () => useRegions.setState((regions) => regions.filter((region) => region !== id), true)
}
