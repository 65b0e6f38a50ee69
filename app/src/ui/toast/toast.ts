/** Short news at the top right (spec §2): 4 s, errors 8 s, three at most. */
import { create } from 'zustand'

export interface ToastOptions {
  title: string
  description?: string | undefined
  /** `danger` is spoken at once and stays longer. */
  tone?: 'neutral' | 'danger'
  action?: { label: string; onPress: () => void }
  /** Milliseconds; 4000, or 8000 for `danger`. */
  duration?: number
  /** It is there no longer: its time is up, it is closed, its action is taken, or newer ones have its place. */
  onGone?: () => void
}

export interface ToastItem extends ToastOptions {
  id: number
  /** Milliseconds that are left: a dialog that opens takes the toast over, and its clock runs on. */
  clock: { left: number }
}

const most = 3
const lives = { neutral: 4000, danger: 8000 }

const useShown = create<{ toasts: readonly ToastItem[] }>()(() => ({ toasts: [] }))
let nextId = 1

export function toast(options: ToastOptions): number {
  const id = nextId
  nextId += 1
  const clock = { left: options.duration ?? lives[options.tone ?? 'neutral'] }
  show([...useShown.getState().toasts, { ...options, id, clock }].slice(-most))
  return id
}

export function dismissToast(id: number): void {
  show(useShown.getState().toasts.filter((item) => item.id !== id))
}

function show(toasts: readonly ToastItem[]): void {
  const before = useShown.getState().toasts
  useShown.setState({ toasts })
  for (const item of before) if (!toasts.includes(item)) item.onGone?.()
}

export function useToasts(): readonly ToastItem[] {
  return useShown(({ toasts }) => toasts)
}
