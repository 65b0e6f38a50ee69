import { useMutation } from '@tanstack/react-query'
import { useState, useEffect } from 'react'

import { readInlineConfig } from '#data/config.ts'
import { toAuthFailure } from '#entities/session/auth-failure.ts'
import { authWords } from '#entities/session/auth-words.ts'
import { explainFailure } from '#entities/session/explain.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { CodeField } from '#ui/fields/CodeField.tsx'

import { requestCodeMutation, verifyCodeMutation } from './code-mutations.ts'
import type { CodeChannel, CodeRequest } from './entry-step.ts'
import { signInMessages } from './sign-in.i18n.ts'

const pauseSeconds = 60

export interface CodeStepProps {
  request: CodeRequest
  onChannel: (channel: CodeChannel) => void
  /** Back to the form, with what was typed there. */
  onBack: () => void
}

/** Waits for the code that has been sent. A right one opens the session, which leads on by itself. */
export function CodeStep({ request, onChannel, onBack }: CodeStepProps) {
  const m = useMessages(signInMessages)
  const words = useMessages(authWords)
  const verify = useMutation(verifyCodeMutation)
  const resend = useMutation(requestCodeMutation)
  const pause = useCountdown(pauseSeconds)
  const [failure, setFailure] = useState<string>()

  const fail = (error: unknown) => setFailure(explainFailure(toAuthFailure(error), words).block ?? words.errGeneric)
  const check = async (code: string) => {
    setFailure(undefined)
    await verify.mutateAsync({ ...request, code }).catch(fail)
  }
  const sendAgain = async (channel: CodeChannel) => {
    setFailure(undefined)
    onChannel(channel)
    await resend.mutateAsync({ ...request, channel }).then(pause.restart, fail)
  }

  return (
    <div className="grid gap-4.5">
      {resend.isSuccess && !failure && <Alert tone="info">{m.sentAgain}</Alert>}
      <CodeField
        label={m.code}
        digits={readInlineConfig()?.codeDigits}
        readOnly={verify.isPending}
        error={failure}
        onComplete={(code) => void check(code)}
      />
      <p aria-live="polite" className="min-h-5 text-sm text-text-2">
        {verify.isPending ? m.checking : pause.left > 0 ? m.againIn(pause.left) : ''}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={pause.left > 0}
          busyLabel={resend.isPending && m.sending}
          onClick={() => void sendAgain(request.channel)}
        >
          {m.sendAgain}
        </Button>
        {'phone' in request.login && request.purpose !== 'confirm' && (
          <Button
            disabled={pause.left > 0 || resend.isPending}
            onClick={() => void sendAgain(request.channel === 'sms' ? 'whatsapp' : 'sms')}
          >
            {request.channel === 'sms' ? m.byWhatsApp : m.bySms}
          </Button>
        )}
        <Button variant="ghost" onClick={onBack}>
          {m.changeAddress}
        </Button>
      </div>
    </div>
  )
}

/** Seconds that are left of `seconds`, counted by the clock, and a way to begin again. */
function useCountdown(seconds: number): { left: number; restart: () => void } {
  const [end, setEnd] = useState(() => Date.now() + seconds * 1000)
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((end - now) / 1000))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isOver])
  const restart = () => {
    setNow(Date.now())
    setEnd(Date.now() + seconds * 1000)
  }
  return { left, restart }
}
