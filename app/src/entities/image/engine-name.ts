/** How people read the code of an engine. */
import { currentMessages } from '#i18n/messages.ts'

import { technicalMessages } from './technical.i18n.ts'

/** `label`: what the engine calls itself, for those that have no name here. */
export function engineName(code: string, label: string = code): string {
  const m = currentMessages(technicalMessages)
  return code === 'builtin' || code === 'lanczos' ? m[code] : label
}
