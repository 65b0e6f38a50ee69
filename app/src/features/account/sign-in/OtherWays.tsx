import type { Provider } from '@supabase/supabase-js'
import { useMutation, useQuery, mutationOptions } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'

import { supabase } from '#data/supabase.ts'
import { authWords } from '#entities/session/auth-words.ts'
import { entrySettingsQuery, providerName } from '#entities/session/entry-settings.ts'
import { noteSignUp } from '#entities/session/new-account.ts'
import { useMessages } from '#i18n/messages.ts'
import { paths, toHref } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

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
          onClick={() => {
            // Whether it makes an account is known when it comes back.
            noteSignUp()
            provider.mutate({ provider: name, from })
          }}
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

const googleMark =
  'M21.6 12.23c0-.68-.06-1.36-.18-2H12v3.86h5.4a4.62 4.62 0 0 1-2 3.02v2.5h3.23c1.89-1.74 2.97-4.3 2.97-7.38Z' +
  'M12 22c2.7 0 4.96-.89 6.62-2.4l-3.23-2.5c-.9.6-2.04.95-3.39.95-2.6 0-4.81-1.76-5.6-4.13H3.06v2.59A10 10 0 0 0 12 22Z' +
  'M6.4 13.92a6 6 0 0 1 0-3.84V7.49H3.06a10 10 0 0 0 0 9.02l3.34-2.59Z' +
  'M12 5.95c1.47 0 2.79.5 3.82 1.5l2.87-2.87A9.96 9.96 0 0 0 3.06 7.49l3.34 2.59C7.19 7.71 9.4 5.95 12 5.95Z'

/** Google's mark as our design has it, any other provider's initial in a square. */
function ProviderMark({ provider }: { provider: string }) {
  if (provider === 'google') {
    return (
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4.5">
        <path fill="currentColor" d={googleMark} />
      </svg>
    )
  }
  return (
    <span
      aria-hidden="true"
      className="grid size-5.5 place-items-center rounded-xs bg-surface-3 text-[0.8125rem] leading-none font-bold uppercase"
    >
      {provider.charAt(0)}
    </span>
  )
}

/** Leaves for the provider, which leads back to where one wanted to go. */
const providerMutation = mutationOptions({
  mutationFn: async ({ provider, from }: { provider: string; from: string }): Promise<void> => {
    const { auth } = await supabase()
    const redirectTo = `${location.origin}${toHref({ to: paths.auth, search: { from } })}`
    const { error } = await auth.signInWithOAuth({ provider: provider as Provider, options: { redirectTo } })
    if (error) throw error
  },
})

const passkeyMutation = mutationOptions({
  mutationFn: async (): Promise<void> => {
    const { auth } = await supabase()
    const { error } = await auth.signInWithPasskey()
    if (error) throw error
  },
})
