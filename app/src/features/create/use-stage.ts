/** Which creation is shown, and whether a phone shows it or the form. */
import { useEffect, useState } from 'react'

import { showCreation, useRunningCreation, useShownCreation } from '#entities/generation/creation-store.ts'
import type { Creation } from '#entities/generation/creation.ts'
import { useScreenSize } from '#ui/screen/use-screen-size.ts'

export interface Stage {
  shown: Creation | null
  hasForm: boolean
  hasStage: boolean
  openForm: () => void
  openStage: () => void
}

export function useStage(): Stage {
  const { isDesktop } = useScreenSize()
  const shown = useShownOrRunning()
  // The form was opened beside this creation; the next one that is shown turns the page by itself.
  const [besideKey, setBesideKey] = useState<string | null>(null)
  const isFormInFront = shown === null || shown.key === besideKey
  return {
    shown,
    hasForm: isDesktop || isFormInFront,
    hasStage: isDesktop || !isFormInFront,
    openForm: () => setBesideKey(shown?.key ?? null),
    openStage: () => setBesideKey(null),
  }
}

/** What somebody asked to see, else what is being made: after a reload it is found again. */
function useShownOrRunning(): Creation | null {
  const shown = useShownCreation()
  const key = useRunningCreation()?.key
  useEffect(() => {
    if (!shown && key !== undefined) showCreation(key)
  }, [shown, key])
  return shown
}
