import type { ThreadItem } from '#entities/message/message.ts'

import type { ShownPreview } from './use-link-preview.ts'

/** What the next words are: new, an answer, or another wording. */
export type Aim = { kind: 'reply' | 'edit'; item: ThreadItem } | null

/** What is being written, and what may be done with it. */
export interface Writing {
  text: string
  aim: Aim
  link: ShownPreview
  onText: (text: string) => void
  onSend: () => void
  onCancelAim: () => void
  /** ↑ in the empty field. */
  onEditLast: () => void
}
