/** An influence in words: a slider's number says nothing to most people. */
import type { ReferenceRole } from '@product/contract'

import { currentMessages } from '#i18n/messages.ts'

import { referenceMessages } from './reference.i18n.ts'

export function influenceInWords(influence: number): string {
  const m = currentMessages(referenceMessages)
  if (influence < 0.4) return m.weak
  return influence <= 0.7 ? m.medium : m.strong
}

export function roleInWords(role: ReferenceRole): string {
  const m = currentMessages(referenceMessages)
  const words = {
    auto: m.roleAuto,
    subject: m.roleSubject,
    style: m.roleStyle,
    composition: m.roleComposition,
  } satisfies Record<ReferenceRole, string>
  return words[role]
}
