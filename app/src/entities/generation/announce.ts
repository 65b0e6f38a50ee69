/** The news of a creation that is over, once, wherever the person is meanwhile (spec §8). */
import { refreshCredits } from '#entities/credits/credit-queries.ts'
import { openModal } from '#entities/session/modals.ts'
import { currentMessages } from '#i18n/messages.ts'
import { getPlace } from '#navigation/place.ts'
import { toast } from '#ui/toast.ts'

import { findCreation, showCreation, useCreationStore } from './creation-store.ts'
import { explainProblem } from './explain-problem.ts'
import { generationMessages } from './generation-messages.ts'

const announced = new Set<string>()

export function announce(key: string): void {
  const creation = findCreation(key)
  if (!creation || announced.has(key)) return
  announced.add(key)
  refreshCredits()
  const m = currentMessages(generationMessages)
  const { status, order, problem, charged } = creation
  if (status === 'succeeded') {
    const view = { label: m.view, onPress: () => viewCreation(key) }
    toast({ title: m.success, description: m.successText(order.mode), ...(!isInSight(key) && { action: view }) })
  } else if (status === 'failed' || status === 'expired' || (status === 'blocked' && !isInSight(key))) {
    const said = explainProblem(problem ?? { code: status === 'expired' ? 'expired' : null, message: '' })
    const view = { label: m.view, onPress: () => viewCreation(key) }
    const description = charged === 0 ? `${withStop(said)} ${m.notCharged}` : said
    toast({ title: m.failure, description, tone: 'danger', ...(!isInSight(key) && { action: view }) })
  }
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
