import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'

import { toAuthFailure } from '#entities/session/auth-failure.ts'
import { authWords } from '#entities/session/auth-words.ts'
import { explainFailure } from '#entities/session/explain.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { CodeField } from '#ui/fields/CodeField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { enrolMutation, finishEnrolmentMutation, type Enrolment } from './security-data.ts'
import { securityMessages } from './security.i18n.ts'

/** Adds an authenticator app: scan or type the key, then prove it by a first code. */
export function EnrolDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(securityMessages)
  const words = useMessages(authWords)
  const { data: enrolment, error, mutate: enrol } = useMutation(enrolMutation)
  useEffect(() => enrol(), [enrol])
  const failure = error && (explainFailure(toAuthFailure(error), words).block ?? words.errGeneric)
  return (
    <Dialog title={m.setUp} onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-sm text-text-2">{m.scan}</p>
        {failure && <Alert tone="danger">{failure}</Alert>}
        {enrolment && <Key enrolment={enrolment} onDone={onClose} />}
        {!enrolment && !failure && <Skeleton className="size-48 justify-self-center rounded-md" />}
      </div>
    </Dialog>
  )
}

function Key({ enrolment, onDone }: { enrolment: Enrolment; onDone: () => void }) {
  const m = useMessages(securityMessages)
  const words = useMessages(authWords)
  const finish = useMutation(finishEnrolmentMutation)
  const { factorId, qrCode, secret } = enrolment
  const failure = finish.error && (explainFailure(toAuthFailure(finish.error), words).block ?? words.errGeneric)
  const send = (code: string) => {
    const onSuccess = () => {
      toast({ title: m.factorAdded })
      onDone()
    }
    finish.mutate({ factorId, code }, { onSuccess })
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      toast({ title: m.copied })
    } catch {
      // Refused, or not there without TLS: the key can still be selected.
      toast({ tone: 'danger', title: m.notDone, description: m.copyByHand })
    }
  }
  return (
    <>
      <img src={qrCode} alt={m.scanAlt} className="size-48 justify-self-center rounded-md bg-white p-2" />
      <div className="grid gap-1.5">
        <p className="text-sm text-text-2">{m.orType}</p>
        <p className="flex items-center gap-2">
          <code className="min-w-0 flex-1 rounded-md bg-surface-2 px-3 py-2 text-sm wrap-anywhere">{secret}</code>
          <Button size="sm" onClick={() => void copy()}>
            {m.copy}
          </Button>
        </p>
      </div>
      <CodeField label={m.enterCode} readOnly={finish.isPending} error={failure} onComplete={send} />
      <p role="status" className="min-h-5 text-sm text-text-2">
        {finish.isPending && m.checking}
      </p>
    </>
  )
}
