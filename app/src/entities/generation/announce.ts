/** The news of a creation that is over, once, wherever the person is meanwhile (spec §8). */
import { callSignedIn } from '#data/call-signed-in.ts'
import { noteUsefulAct } from '#data/device/install-acts.ts'
import { refreshCredits } from '#entities/credits/credit-queries.ts'
import { openModal } from '#entities/session/modals.ts'
import { currentMessages } from '#i18n/messages.ts'
import { getPlace } from '#navigation/place.ts'
import { toast, type ToastOptions } from '#ui/toast/toast.ts'

import { findCreation, showCreation, useCreationStore } from './creation-store.ts'
import type { Creation } from './creation.ts'
import { explainFailure } from './explain-problem.ts'
import { generationMessages } from './generation.i18n.ts'
import { soundReady } from './progress/ready-sound.ts'

const announced = new Set<string>()

export function announce(key: string): void {
  const creation = findCreation(key)
  if (!creation || announced.has(key)) return
  announced.add(key)
  refreshCredits()
  if (creation.status === 'succeeded') noteUsefulAct()
  const isSeen = isInSight(key)
  if (isSeen && creation.id !== null) forgetNotice(creation.id)
  const action = { label: currentMessages(generationMessages).view, onPress: () => viewCreation(key) }
  const news = newsOf(creation, isSeen)
  if (news) toast({ ...news, ...(!isSeen && { action }) })
  if (news && creation.status === 'succeeded') soundReady()
}

/** The device had no network for a day: whether the order still counts is its person's to say. */
export function announceExpired(): void {
  const m = currentMessages(generationMessages)
  const action = { label: m.view, onPress: () => openModal('waiting') }
  toast({ title: m.neverSent, description: m.neverSentText, action })
}

/** Whoever watched it being made is not told again by the bell, nor by push. */
function forgetNotice(generation: string): void {
  if (document.visibilityState !== 'visible') return
  void callSignedIn('forget_watched_generation', { generation }).catch(() => undefined)
}

function newsOf(creation: Creation, isSeen: boolean): ToastOptions | null {
  const m = currentMessages(generationMessages)
  const { status, order, charged } = creation
  // A workflow tells how it ended, not each of its steps.
  if (order.source === 'workflow') return null
  if (status === 'succeeded') return { title: m.success, description: m.successText(order.mode) }
  // The words that are in the way stand on the stage.
  if (!isFailure(status) || (status === 'blocked' && isSeen)) return null
  const said = explainFailure(creation)
  const description = charged === 0 ? `${withStop(said)} ${m.notCharged}` : said
  return { title: m.failure, description, tone: 'danger' }
}

function isFailure(status: Creation['status']): boolean {
  return status === 'failed' || status === 'expired' || status === 'blocked'
}

export function viewCreation(key: string): void {
  showCreation(key)
  openModal('create')
}

function withStop(sentence: string): string {
  return /[.!?]$/u.test(sentence) ? sentence : `${sentence}.`
}

function isInSight(key: string): boolean {
  return getPlace().search['modal'] === 'create' && useCreationStore.getState().shownKey === key
}
