/** The generate button: checks, throttle, order. */
import { generationThrottleMs } from '@product/contract'

import { getCreations } from '#entities/generation/creation-store.ts'
import { isRunning, type CreationOrder } from '#entities/generation/creation.ts'
import { startCreation } from '#entities/generation/send-creation.ts'
import { likenessMessages } from '#entities/image/likeness/likeness.i18n.ts'
import { currentMessages } from '#i18n/messages.ts'
import { throttle } from '#ui/input/throttle.ts'
import { dismissToast, toast } from '#ui/toast/toast.ts'

import { currentPersonId, getDraft } from './draft/draft-store.ts'
import { orderOf, type Draft } from './draft/draft.ts'
import { noteOrdered } from './draft/keep-draft.ts'
import { formMessages } from './form/form.i18n.ts'
import { questionOf, toldLack } from './plan/plan-query.ts'
import { translationOf } from './plan/translations.ts'
import { unansweredIn } from './references/likeness.ts'
import { sketchAnew, sketchedSeedOf } from './sketch/sketch-of.ts'

const trigger = throttle(startCreation, generationThrottleMs)

/** The toast that asks for words. */
let reminder: number | null = null

export function requirePrompt(prompt: string, text: string): boolean {
  dismissReminder()
  if (prompt.trim()) return true
  reminder = toast({ title: currentMessages(formMessages).promptRequired, description: text, tone: 'danger' })
  return false
}

/** Words came: on a phone it would stand over the form that it asks to fill in. */
export function dismissReminder(): void {
  if (reminder !== null) dismissToast(reminder)
  reminder = null
}

export function startFromDraft(): string | null {
  const draft = getDraft()
  if (!requirePrompt(draft.prompt, currentMessages(formMessages).promptRequiredText) || isPreparing(draft)) return null
  if (unansweredIn(draft).length > 0) {
    toast({ title: currentMessages(likenessMessages).first, tone: 'danger' })
    return null
  }
  const order = orderOf(draft)
  const seed = order.seed ?? sketchedSeedOf(draft)
  const key = startOrder({
    ...order,
    seed,
    translation: translationOf(order.prompt),
    accepts: toldLack(questionOf(draft)),
  })
  if (key === null) return null
  noteOrdered()
  sketchAnew()
  return key
}

/** Ignored while one is running, and within 2 s of the last time (spec §5). Answers the key of the creation. */
export function startOrder(order: CreationOrder): string | null {
  const userId = currentPersonId()
  if (userId === null || getCreations().some(isRunning)) return null
  return trigger(userId, order) ?? null
}

export function isPreparing({ references }: Draft): boolean {
  return references.some(({ state }) => state === 'preparing')
}
