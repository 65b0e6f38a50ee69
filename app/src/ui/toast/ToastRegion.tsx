import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useState } from 'react'
import { create } from 'zustand'

import { defineMessages, useMessages } from '#i18n/messages.ts'

import { classNames } from '../class-names.ts'
import { dismissToast, useToasts, type ToastItem } from './toast.ts'
import { noteFailure } from './told-failures.ts'

const messages = defineMessages({
  fr: { close: 'Fermer', region: 'Notifications' },
  en: { close: 'Close', region: 'Notifications' },
})

/**
 * Where toasts show. The shell has one and each dialog has one, because what lies outside an open modal dialog is inert
 * and unspoken; the newest region shows them all.
 */
export function ToastRegion({ level }: { level: 'page' | 'dialog' }) {
  const m = useMessages(messages)
  const id = useId()
  const toasts = useToasts()
  const top = useRegions((regions) => regions.at(-1))
  useEffect(() => claimRegion(id, level), [id, level])
  return (
    <div
      {...(top === id && { role: 'region', 'aria-label': m.region })}
      className={classNames(
        'pointer-events-none z-(--z-toast) grid justify-items-end gap-2',
        // The close button of a dialog and the bar of a page stay free.
        level === 'dialog'
          ? 'relative mr-15 ml-3 max-w-92 self-start empty:hidden *:first:mt-1.5 *:last:mb-1.5 md:mr-16 md:ml-5'
          : 'fixed inset-x-3 top-[calc(var(--said-h)+var(--top-h)+3.25rem)] md:inset-x-auto md:top-[calc(var(--said-h)+1.25rem)] md:right-5 md:w-92',
      )}
    >
      {top === id && toasts.map((item) => <Toast key={item.id} item={item} />)}
    </div>
  )
}

function Toast({ item }: { item: ToastItem }) {
  const m = useMessages(messages)
  const { setPaused } = useLife(item)
  const danger = item.tone === 'danger'
  useEffect(() => {
    if (danger) noteFailure(item)
  }, [danger, item])
  const Icon = danger ? CircleAlert : CircleCheck
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pointing and focus only stop the clock
    <div
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      onKeyDown={(event) => event.key === 'Escape' && dismissToast(item.id)}
      role="group"
      aria-label={item.title}
      className={classNames(
        // Two lines are as high as the head of a dialog, over which they stand.
        'toast pointer-events-auto flex w-full max-w-92 items-start gap-3 rounded-lg py-3.25 pr-2 pl-3.5 text-sm shadow-dialog in-[dialog]:py-1.5',
        danger ? 'bg-danger text-on-danger' : 'bg-ink text-on-ink',
      )}
    >
      <Icon aria-hidden="true" className="mt-px size-5.5 flex-none max-md:in-[dialog]:hidden" strokeWidth={1.75} />
      {/* Spoken as it appears: at once for an error, at the next pause for the rest. */}
      <div role={danger ? 'alert' : 'status'} className="min-w-0 flex-1 pt-0.5">
        <p className="font-semibold">{item.title}</p>
        {item.description && <p className="wrap-anywhere">{item.description}</p>}
        {item.action && (
          <button
            type="button"
            className="mt-1 min-h-6 font-semibold underline underline-offset-3"
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
        className="grid size-7 flex-none place-items-center rounded-sm hover:bg-current/15"
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  )
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

function claimRegion(id: string, level: 'page' | 'dialog'): () => void {
  useRegions.setState((regions) => (level === 'page' ? [id, ...regions] : [...regions, id]), true)
  return () => useRegions.setState((regions) => regions.filter((region) => region !== id), true)
}
