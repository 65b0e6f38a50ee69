import type { UserIdentity } from '@supabase/supabase-js'
import { useMutation } from '@tanstack/react-query'

import { providerName } from '#entities/session/entry-settings.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { toast } from '#ui/toast/toast.ts'

import { linkMutation, unlinkMutation } from './security-data.ts'
import { securityMessages } from './security.i18n.ts'
import { useRefusal } from './use-refusal.ts'

export function Identities({ identities, providers }: { identities: UserIdentity[]; providers: readonly string[] }) {
  const m = useMessages(securityMessages)
  const refuse = useRefusal()
  const link = useMutation(linkMutation)
  const unlink = useMutation(unlinkMutation)
  const isBusy = link.isPending || unlink.isPending
  return (
    <ul className="mt-2 flex flex-wrap gap-2 pl-9">
      {providers.map((provider) => {
        const identity = identities.find((candidate) => candidate.provider === provider)
        const name = providerName(provider)
        return (
          <li key={provider}>
            {identity ? (
              <Button
                variant="danger"
                disabled={isBusy}
                onClick={() =>
                  unlink.mutate(identity, { onSuccess: () => toast({ title: m.unlinked }), onError: refuse })
                }
              >
                {m.unlink(name)}
              </Button>
            ) : (
              <Button disabled={isBusy} onClick={() => link.mutate(provider, { onError: refuse })}>
                {m.link(name)}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
