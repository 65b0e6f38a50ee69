/** While nobody looks at the page, its tab says what is being made, and then what is ready. */
import { currentMessages } from '#i18n/messages.ts'

import { getCreations, useCreationStore } from '../creation-store.ts'
import { isRunning, type Creation } from '../creation.ts'
import { generationMessages } from '../generation.i18n.ts'

export function tellInTitle(): void {
  /** The page's own, and what stands before it now. */
  let own = document.title
  let told: string | null = null
  const since = new Set<string>()
  const tell = (title: string | null) => {
    // A screen may have come to another name meanwhile.
    if (told === null || document.title !== told) own = document.title
    told = title === null ? null : `${title} · ${own}`
    document.title = told ?? own
  }
  const look = () => {
    if (!document.hidden) {
      since.clear()
      if (told !== null) tell(null)
      return
    }
    // A workflow tells how it ended, not each of its steps.
    const creations = getCreations().filter(({ order }) => order.source !== 'workflow')
    for (const creation of creations) if (isRunning(creation)) since.add(creation.key)
    const followed = creations.filter(({ key }) => since.has(key))
    if (followed.length > 0) tell(wordsFor(followed))
  }
  useCreationStore.subscribe(look)
  document.addEventListener('visibilitychange', look)
}

/** Nothing of what was cancelled: somebody did that. */
function wordsFor(creations: readonly Creation[]): string | null {
  const m = currentMessages(generationMessages)
  if (creations.some(isRunning)) return m.busy
  const ready = creations.reduce((sum, { status, images }) => sum + (status === 'succeeded' ? images.length : 0), 0)
  if (ready > 0) return m.ready(ready)
  return creations.some(({ status }) => status !== 'canceled') ? m.failure : null
}
