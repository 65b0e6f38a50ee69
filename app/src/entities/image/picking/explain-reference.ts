/** Why a file cannot be a reference, in the person's language. */
import { formatNumber } from '#i18n/format.ts'
import { currentMessages } from '#i18n/messages.ts'

import { pickingMessages } from './picking.i18n.ts'
import type { ReferenceProblem } from './reference-file.ts'

/** `bytes` of the file that was chosen, for one that is too heavy. */
export function explainReference(problem: ReferenceProblem | 'upload', bytes = 0): string {
  const m = currentMessages(pickingMessages)
  const sentences = {
    type: m.badType,
    bytes: m.badBytes(formatNumber(Math.ceil(bytes / 1024 / 102.4) / 10)),
    pixels: m.badPixels,
    damaged: m.badDamaged,
    upload: m.badUpload,
  } satisfies Record<ReferenceProblem | 'upload', string>
  return sentences[problem]
}
