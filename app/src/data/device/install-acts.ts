/** What this device knows of installing the app: visits, a useful act, and how often it was put off. */
import { createStore } from 'zustand/vanilla'

import { note } from './note.ts'

export interface InstallHistory {
  visits: number
  hasDoneSomething: boolean
  /** Sessions in a row in which it was put off. */
  putOffs: number
  lastPutOffAt: number
}

/** What Chromium fires early, and takes back when it is used. */
export interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface Window {
    installEvent?: Event | undefined
  }
}

const key = 'cortexia.install'
const visitKey = 'cortexia.install-visit'
const putOffKey = 'cortexia.install-put-off'
const nothing: InstallHistory = { visits: 0, hasDoneSomething: false, putOffs: 0, lastPutOffAt: 0 }

/** Changes with each act, for the prompt that is shown after it. */
export const installHistory = createStore<InstallHistory>()(() => nothing)

function change(next: Partial<InstallHistory>): void {
  installHistory.setState(next)
  note(localStorage, key, JSON.stringify(installHistory.getState()))
}

/** Once for each session of the browser. */
export function noteVisit(): void {
  installHistory.setState({ ...nothing, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<InstallHistory>) })
  if (sessionStorage.getItem(visitKey) !== null) return
  note(sessionStorage, visitKey, '1')
  change({ visits: installHistory.getState().visits + 1 })
}

/** The first result, the first message. */
export function noteUsefulAct(): void {
  if (!installHistory.getState().hasDoneSomething) change({ hasDoneSomething: true })
}

export function putOffInstall(): void {
  note(sessionStorage, putOffKey, '1')
  change({ putOffs: installHistory.getState().putOffs + 1, lastPutOffAt: Date.now() })
}

export function isPutOffNow(): boolean {
  return sessionStorage.getItem(putOffKey) !== null
}
