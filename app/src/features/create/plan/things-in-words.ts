import type { PicturePlan } from '@product/contract'

import { currentMessages } from '#i18n/messages.ts'

import { planMessages } from './plan.i18n.ts'

/** « un chien (similaire), un pont ». */
export function thingsInWords({ drawn }: PicturePlan): string {
  const m = currentMessages(planMessages)
  return drawn.map(({ text, grade }) => (grade === 'exact' ? text : `${text} (${m[grade]})`)).join(', ')
}

/** Things that are missing, then in quotes what nobody will be seen to do, and colours that nothing will have. */
export function lackInWords({ missing, unshown }: PicturePlan): string {
  return [...missing, ...unshown.map((words) => `« ${words} »`)].join(', ')
}
