import { toAuthFailure } from '#entities/session/auth-failure.ts'
import { authWords } from '#entities/session/auth-words.ts'
import { explainFailure } from '#entities/session/explain.ts'
import { useMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { securityMessages } from './security.i18n.ts'

/** Says in a toast why a change was refused. */
export function useRefusal(): (error: unknown) => void {
  const m = useMessages(securityMessages)
  const words = useMessages(authWords)
  return (error) => {
    const { code = '' } = (error ?? {}) as { code?: string }
    const known: Record<string, string> = {
      insufficient_aal: m.freshNeeded,
      manual_linking_disabled: m.linkingOff,
      single_identity_not_deletable: m.lastOne,
    }
    const description = known[code] ?? explainFailure(toAuthFailure(error), words).block ?? words.errGeneric
    toast({ tone: 'danger', title: m.notDone, description })
  }
}
