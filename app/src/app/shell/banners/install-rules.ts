/** When installing is offered, and how this browser does it (spec §8). */
import type { InstallHistory } from '#data/device/install-acts.ts'

export type InstallWay = 'prompt' | 'ios' | 'inApp' | 'firefox' | 'samsung'

export interface Device {
  userAgent: string
  hasEvent: boolean
  touchPoints: number
}

const dayMs = 24 * 3600 * 1000
const restMs = 30 * dayMs
const mostPutOffs = 3
const enoughVisits = 3

/** `null` where nothing can be installed. */
export function installWay({ userAgent, hasEvent, touchPoints }: Device): InstallWay | null {
  if (hasEvent) return 'prompt'
  if (/FBAN|FBAV|FB_IAB|Instagram|WhatsApp|musical_ly|TikTok|BytedanceWebview/u.test(userAgent)) return 'inApp'
  const isApple = /iPhone|iPad|iPod/u.test(userAgent) || (/Macintosh/u.test(userAgent) && touchPoints > 1)
  if (isApple) return /CriOS|FxiOS|EdgiOS/u.test(userAgent) ? null : 'ios'
  if (/Android/u.test(userAgent) && /Firefox\//u.test(userAgent)) return 'firefox'
  return /SamsungBrowser\//u.test(userAgent) ? 'samsung' : null
}

/** After a useful act, and after three sessions in which it was put off not for a month. */
export function isInstallDue(history: InstallHistory, now: number): boolean {
  if (history.putOffs >= mostPutOffs && now - history.lastPutOffAt < restMs) return false
  return history.hasDoneSomething || history.visits >= enoughVisits
}
