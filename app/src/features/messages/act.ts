import { DataError } from '#data/rest.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { actMessages } from './act.i18n.ts'

/** Does it, or says why not. */
export async function tryToAct(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    tellFailure(error)
  }
}

function tellFailure(error: unknown): void {
  const m = currentMessages(actMessages)
  const hint = error instanceof DataError ? error.hint : null
  const known: Record<string, string> = {
    cannot_message: m.cannotMessage,
    too_many_conversations: m.tooMany,
    group_full: m.groupFull,
    not_allowed: m.notAllowed,
    history_not_shared: m.historyNotShared,
  }
  toast({ tone: 'danger', title: m.failed, description: (hint && known[hint]) || m.tryAgain })
}
