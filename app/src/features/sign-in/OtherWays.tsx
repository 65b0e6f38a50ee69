import { useMutation, useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'

import { authWords } from '#entities/session/auth-words.ts'
import { entrySettingsQuery, providerName } from '#entities/session/entry-settings.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { passkeyMutation, providerMutation } from './other-ways-mutations.ts'
import { ProviderMark } from './ProviderMark.tsx'
import { signInMessages } from './sign-in.i18n.ts'

/** The providers and passkeys that the server offers; nothing where it offers none. */
export function OtherWays({ from }: { from: string }) {
  const m = useMessages(signInMessages)
  const words = useMessages(authWords)
  const { data } = useQuery(entrySettingsQuery)
  const provider = useMutation(providerMutation)
  const passkey = useMutation(passkeyMutation)
  const { providers = [], passkeys = false } = data ?? {}
  if (providers.length === 0 && !passkeys) return null
  return (
    <div className="grid gap-2.5">
      <p className="flex items-center gap-3 text-xs text-text-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {m.or}
      </p>
      {provider.error && <Alert tone="danger">{m.errProvider(providerName(provider.variables.provider))}</Alert>}
      {passkey.error && <Alert tone="danger">{words.errPasskey}</Alert>}
      {providers.map((name) => (
        <Button
          key={name}
          variant="line"
          size="lg"
          wide
          icon={<ProviderMark provider={name} />}
          busyLabel={provider.isPending && provider.variables.provider === name && m.busySignIn}
          onClick={() => provider.mutate({ provider: name, from })}
        >
          {m.continueWith(providerName(name))}
        </Button>
      ))}
      {passkeys && (
        <Button
          variant="line"
          size="lg"
          wide
          icon={<KeyRound aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
          busyLabel={passkey.isPending && m.busySignIn}
          onClick={() => passkey.mutate()}
        >
          {m.withPasskey}
        </Button>
      )}
    </div>
  )
}
