/** What one shows the staff: words and files, and nothing that is not attached. */
import { type Commission, type CommissionFile, type DisputeReason } from '@product/contract'
import MessageCircle from 'lucide-react/icons/message-circle'
import { Suspense, useState } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'
import { lazy } from '#ui/lazy.ts'

import { UploadButton } from '../files/UploadButton.tsx'
import { StepForm } from './StepForm.tsx'
import { stepMessages } from './steps.i18n.ts'
import { discloseChosen } from './use-step.ts'

const PickMessages = lazy(async () => (await import('./PickMessages.tsx')).PickMessages)

/** Files and messages together. */
const mostAttached = 10

const reasons = [
  'not_delivered',
  'not_as_described',
  'quality',
  'rights',
  'behaviour',
  'payment',
] as const satisfies DisputeReason[]

interface FormProps {
  order: Commission
  onClose: () => void
}

export function DisputeForm({ order, onClose }: FormProps) {
  const m = useMessages(stepMessages)
  const [reason, setReason] = useState<DisputeReason>(order.is_late ? 'not_delivered' : 'not_as_described')
  const { fields, ...evidence } = useEvidence(order, m.disputeWords, m.wordsMissing)
  return (
    <StepForm
      order={order}
      step="dispute"
      title={m.dispute}
      label={m.dispute}
      isDanger
      details={() => evidence.details({ reason })}
      prepare={evidence.prepare}
      onClose={onClose}
    >
      <p className="text-text-2">{m.disputeText}</p>
      <SelectField
        label={m.reason}
        value={reason}
        options={reasons.map((value) => ({ value, label: m[value] }))}
        onChange={({ target }) => setReason(target.value as DisputeReason)}
      />
      {fields}
    </StepForm>
  )
}

export function EvidenceForm({ order, onClose }: FormProps) {
  const m = useMessages(stepMessages)
  const { fields, ...evidence } = useEvidence(order, m.evidenceWords, m.evidenceMissing, { needsWords: false })
  return (
    <StepForm
      order={order}
      step="add_evidence"
      title={m.add_evidence}
      label={m.evidenceSend}
      details={() => evidence.details({})}
      prepare={evidence.prepare}
      onClose={onClose}
    >
      {fields}
    </StepForm>
  )
}

export function AppealForm({ order, onClose }: FormProps) {
  const m = useMessages(stepMessages)
  const { fields, ...evidence } = useEvidence(order, m.appealWords, m.wordsMissing)
  return (
    <StepForm
      order={order}
      step="appeal"
      title={m.appeal}
      label={m.appeal}
      details={() => evidence.details({})}
      prepare={evidence.prepare}
      onClose={onClose}
    >
      <p className="text-text-2">{m.appealText}</p>
      {fields}
    </StepForm>
  )
}

function useEvidence(order: Commission, label: string, missing: string, { needsWords = true } = {}) {
  const m = useMessages(stepMessages)
  const [words, setWords] = useState('')
  const [sent, setSent] = useState<readonly CommissionFile[]>([])
  const [messages, setMessages] = useState<readonly string[]>([])
  const [isMissing, setMissing] = useState(false)
  const details = (given: { reason?: DisputeReason }) => {
    const said = words.trim()
    const isEnough = said !== '' || (!needsWords && sent.length + messages.length > 0)
    setMissing(!isEnough)
    return isEnough ? { ...given, words: said, files: sent.map(({ id }) => id), messages: [...messages] } : null
  }
  const fields = (
    <>
      <TextArea
        label={label}
        rows={5}
        value={words}
        maxLength={1000}
        error={isMissing ? missing : null}
        onChange={({ target }) => setWords(target.value)}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-sm font-semibold">{m.evidence}</legend>
        {sent.length > 0 && (
          <ul className="grid gap-1 text-sm">
            {sent.map(({ id, name }) => (
              <li key={id} className="truncate">
                {name}
              </li>
            ))}
          </ul>
        )}
        <UploadButton
          order={order.id}
          kind="evidence"
          label={m.addEvidence}
          onSent={(file) => setSent((before) => [...before, file])}
        />
        <p className="text-xs text-text-3">{m.evidenceHelp}</p>
        <Messages order={order} chosen={messages} most={mostAttached - sent.length} onChange={setMessages} />
      </fieldset>
      <Alert tone="info">{m.onlyShown}</Alert>
    </>
  )
  return { fields, details, prepare: discloseChosen }
}

interface MessagesProps {
  order: Commission
  chosen: readonly string[]
  most: number
  onChange: (chosen: readonly string[]) => void
}

/** Messages of these two, chosen one by one: those are shown to the staff, with what proves them, and no other. */
function Messages({ order, ...choice }: MessagesProps) {
  const m = useMessages(stepMessages)
  const [isOpen, setOpen] = useState(false)
  const { id } = order.role === 'client' ? order.creator : order.client
  if (id === null) return null
  if (!isOpen)
    return (
      <Button
        variant="line"
        className="justify-self-start"
        icon={<MessageCircle aria-hidden="true" className="size-4.5" />}
        onClick={() => setOpen(true)}
      >
        {m.addMessages}
      </Button>
    )
  return (
    <Suspense fallback={<Skeleton className="h-40 rounded-md" />}>
      <PickMessages other={id} {...choice} />
    </Suspense>
  )
}
