/** Short news at the top right (spec §2): 4 s, errors 8 s, three at most. */
import { useSyncExternalStore } from 'react'

export interface ToastOptions {
  title: string
  description?: string | undefined
  /** `danger` is spoken at once and stays longer. */
  tone?: 'neutral' | 'danger'
  action?: { label: string; onPress: () => void }
  /** Milliseconds; 4000, or 8000 for `danger`. */
  duration?: number
}

export interface ToastItem extends ToastOptions {
  id: number
  /** Milliseconds that are left: a dialog that opens takes the toast over, and its clock runs on. */
  clock: { left: number }
}

const most = 3
const lives = { neutral: 4000, danger: 8000 }

const listeners = new Set<() => void>()
let toasts: readonly ToastItem[] = []
let nextId = 1

export function toast(options: ToastOptions): number {
  const id = nextId
  nextId += 1
  const clock = { left: options.duration ?? lives[options.tone ?? 'neutral'] }
  toasts = [...toasts, { ...options, id, clock }].slice(-most)
  notifyAll()
  return id
}

export function dismissToast(id: number): void {
  toasts = toasts.filter((item) => item.id !== id)
  notifyAll()
}

export function useToasts(): readonly ToastItem[] {
  return useSyncExternalStore(watch, () => toasts)
}

function watch(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

function notifyAll(): void {
  for (const notify of listeners) notify()
}
