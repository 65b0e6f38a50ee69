/** What one shows the staff: words and files, and nothing that is not attached. */
import { type Commission, type CommissionFile, type DisputeReason } from '@product/contract'
import { useState } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Alert } from '#ui/feedback/Alert.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'

import { UploadButton } from '../files/UploadButton.tsx'
import { StepForm } from './StepForm.tsx'
import { stepMessages } from './steps.i18n.ts'

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
  const { words, files, fields, check } = useEvidence(order, m.disputeWords, m.wordsMissing)
  return (
    <StepForm
      order={order}
      step="dispute"
      title={m.dispute}
      label={m.dispute}
      isDanger
      details={() => (check(words !== '') ? { reason, words, files } : null)}
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
  const { words, files, fields, check } = useEvidence(order, m.evidenceWords, m.evidenceMissing)
  return (
    <StepForm
      order={order}
      step="add_evidence"
      title={m.add_evidence}
      label={m.evidenceSend}
      details={() => (check(words !== '' || files.length > 0) ? { words, files } : null)}
      onClose={onClose}
    >
      {fields}
    </StepForm>
  )
}

export function AppealForm({ order, onClose }: FormProps) {
  const m = useMessages(stepMessages)
  const { words, files, fields, check } = useEvidence(order, m.appealWords, m.wordsMissing)
  return (
    <StepForm
      order={order}
      step="appeal"
      title={m.appeal}
      label={m.appeal}
      details={() => (check(words !== '') ? { words, files } : null)}
      onClose={onClose}
    >
      <p className="text-text-2">{m.appealText}</p>
      {fields}
    </StepForm>
  )
}

function useEvidence(order: Commission, label: string, missing: string) {
  const m = useMessages(stepMessages)
  const [words, setWords] = useState('')
  const [sent, setSent] = useState<readonly CommissionFile[]>([])
  const [isMissing, setMissing] = useState(false)
  const check = (isEnough: boolean) => {
    setMissing(!isEnough)
    return isEnough
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
      </fieldset>
      <Alert tone="info">{m.onlyShown}</Alert>
    </>
  )
  return { words: words.trim(), files: sent.map(({ id }) => id), fields, check }
}
