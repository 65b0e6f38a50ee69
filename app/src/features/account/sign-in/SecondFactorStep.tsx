import type { Factor, User } from '@supabase/supabase-js'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { readInlineConfig } from '#data/config.ts'
import { toAuthFailure } from '#entities/session/auth-failure.ts'
import { authWords } from '#entities/session/auth-words.ts'
import { explainFailure } from '#entities/session/explain.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { CodeField } from '#ui/fields/CodeField.tsx'

import { answerFactorMutation, challengePhoneMutation, leaveMutation, touchKeyMutation } from './factor-mutations.ts'
import { signInMessages } from './sign-in.i18n.ts'

/** Authenticator apps first: they work without a network on the phone; a message costs and may come late. */
const order: readonly string[] = ['totp', 'webauthn', 'phone']

/** Asks somebody whose password was right for their second factor. A right answer opens the session. */
export function SecondFactorStep({ user }: { user: User }) {
  const m = useMessages(signInMessages)
  const factors = (user.factors ?? [])
    .filter(({ status }) => status === 'verified')
    .toSorted((a, b) => order.indexOf(a.factor_type) - order.indexOf(b.factor_type))
  const [index, setIndex] = useState(0)
  const leave = useMutation(leaveMutation)
  const factor = factors[index % Math.max(factors.length, 1)]
  return (
    <div className="grid gap-4.5">
      {factor && <FactorForm key={factor.id} factor={factor} />}
      <div className="flex flex-wrap gap-2">
        {factors.length > 1 && <Button onClick={() => setIndex(index + 1)}>{m.factorOther}</Button>}
        <Button variant="ghost" onClick={() => leave.mutate()}>
          {m.anotherAccount}
        </Button>
      </div>
    </div>
  )
}

function FactorForm({ factor }: { factor: Factor }) {
  if (factor.factor_type === 'webauthn') return <KeyForm factor={factor} />
  if (factor.factor_type === 'phone') return <PhoneForm factor={factor} />
  return <FactorCode factor={factor} />
}

function KeyForm({ factor }: { factor: Factor }) {
  const m = useMessages(signInMessages)
  const words = useMessages(authWords)
  const touch = useMutation(touchKeyMutation)
  return (
    <>
      {touch.isError && <Alert tone="danger">{words.errPasskey}</Alert>}
      <Button
        variant="primary"
        size="lg"
        wide
        busyLabel={touch.isPending && m.checking}
        onClick={() => touch.mutate(factor)}
      >
        {m.factorKey}
      </Button>
    </>
  )
}

function PhoneForm({ factor }: { factor: Factor }) {
  const m = useMessages(signInMessages)
  const challenge = useMutation(challengePhoneMutation)
  const failure = useFailure(challenge.error)
  if (challenge.isSuccess) return <FactorCode factor={factor} challengeId={challenge.data} />
  return (
    <>
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Button size="lg" wide busyLabel={challenge.isPending && m.sending} onClick={() => challenge.mutate(factor)}>
        {m.factorSend(phoneOf(factor))}
      </Button>
    </>
  )
}

/** `challengeId`: of the code that was sent; an authenticator's code needs none. */
function FactorCode({ factor, challengeId }: { factor: Factor; challengeId?: string }) {
  const m = useMessages(signInMessages)
  const answer = useMutation(answerFactorMutation)
  const failure = useFailure(answer.error)
  return (
    <>
      <CodeField
        label={challengeId ? m.factorPhone : m.factorApp}
        digits={challengeId ? readInlineConfig()?.codeDigits : undefined}
        readOnly={answer.isPending}
        error={failure}
        onComplete={(code) => answer.mutate({ factor, code, challengeId })}
      />
      <p role="status" className="min-h-5 text-sm text-text-2">
        {answer.isPending && m.checking}
      </p>
    </>
  )
}

function useFailure(error: Error | null): string | undefined {
  const words = useMessages(authWords)
  return error ? (explainFailure(toAuthFailure(error), words).block ?? words.errGeneric) : undefined
}

/** The last digits tell somebody which of their numbers it is. */
function phoneOf(factor: Factor & { phone?: string }): string {
  return `··· ${(factor.phone ?? '').slice(-4)}`
}
