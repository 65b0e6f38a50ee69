/** What errors have said since the page was opened: their toasts go, and some are read too late. */
import { create } from 'zustand'

import type { ToastItem } from './toast.ts'

export interface ToldFailure {
  readonly id: number
  readonly title: string
  readonly description?: string | undefined
  /** When it appeared (ISO 8601). */
  readonly at: string
}

const most = 30

export const useToldFailures = create<readonly ToldFailure[]>()(() => [])

let newest = 0

/** Once each: a dialog takes the toasts over, and hands them back when what they said may be forgotten already. */
export function noteFailure({ id, title, description }: ToastItem): void {
  if (id <= newest) return
  newest = id
  const told = useToldFailures.getState()
  const failure = { id, title, description, at: new Date().toISOString() }
  useToldFailures.setState([failure, ...told].slice(0, most), true)
}

export function forgetFailures(): void {
  useToldFailures.setState([], true)
}
