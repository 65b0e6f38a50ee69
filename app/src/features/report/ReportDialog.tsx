/** « Signaler » in three steps: why, in one's own words if one wants, and what one may do oneself afterwards. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { reasonMessages, rules, type Rule } from '#entities/moderation/rules.ts'
import { useModalSearch } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'

import { AfterReport } from './AfterReport.tsx'
import { explainReport, refusalOf, reportedIn, sendReport, type Reported } from './report-api.ts'
import { reportMessages } from './report.i18n.ts'
import { reportedQuery } from './reported-query.ts'

type Step = 'reason' | 'details' | 'done' | 'waiting'

export function ReportDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(reportMessages)
  const search = useModalSearch()
  const reported = reportedIn(search)
  return reported ? (
    <Steps reported={reported} onClose={onClose} />
  ) : (
    <Dialog title={m.title} onClose={onClose}>
      <p>{m.gone}</p>
    </Dialog>
  )
}

function Steps({ reported, onClose }: { reported: Reported; onClose: () => void }) {
  const m = useMessages(reportMessages)
  const [step, setStep] = useState<Step>('reason')
  const [reason, setReason] = useState<Rule | null>(null)
  const [details, setDetails] = useState('')
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { data: about } = useQuery(reportedQuery(reported))
  const send = async () => {
    if (!reason) return
    setSending(true)
    setRefusal(null)
    try {
      setStep((await sendReport(reported, reason, details)) === 'sent' ? 'done' : 'waiting')
    } catch (error) {
      setRefusal(refusalOf(error))
    } finally {
      setSending(false)
    }
  }
  const after = <AfterReport reported={reported} about={about ?? null} onClose={onClose} />
  const footers = {
    reason: (
      <Button variant="ink" wide disabled={reason === null} onClick={() => setStep('details')}>
        {m.next}
      </Button>
    ),
    details: (
      <div className="flex gap-2">
        <Button variant="ghost" className="flex-1" onClick={() => setStep('reason')}>
          {m.back}
        </Button>
        <Button variant="ink" className="flex-1" busyLabel={isSending && m.sending} onClick={() => void send()}>
          {m.send}
        </Button>
      </div>
    ),
    done: after,
    waiting: after,
  }
  return (
    <Dialog title={m.title} onClose={onClose} footer={footers[step]}>
      {step === 'reason' && <Reasons value={reason} onChange={setReason} />}
      {step === 'details' && (
        <div className="grid gap-4">
          <TextArea
            label={m.details}
            help={m.detailsHelp}
            rows={4}
            maxLength={1000}
            value={details}
            onChange={(event) => setDetails(event.target.value)}
            data-autofocus
          />
          {reported.kind === 'message' && <Alert tone="info">{m.disclosed}</Alert>}
          {reported.kind === 'commission' && <Alert tone="info">{m.disclosedOrder}</Alert>}
          {refusal && <Alert tone="danger">{explainReport(m, refusal)}</Alert>}
        </div>
      )}
      {(step === 'done' || step === 'waiting') && (
        <p role="status" className="text-lg">
          {m[step]}
        </p>
      )}
    </Dialog>
  )
}

function Reasons({ value, onChange }: { value: Rule | null; onChange: (reason: Rule) => void }) {
  const m = useMessages(reportMessages)
  const names = useMessages(reasonMessages)
  return (
    <fieldset>
      <legend className="font-semibold">{m.why}</legend>
      <p className="mt-1 mb-2 text-sm text-text-3">{m.private}</p>
      {rules.map((rule) => (
        <label key={rule} className="-mx-2 flex min-h-12 items-center gap-3 rounded-md px-2 hover:bg-surface-2">
          <input
            type="radio"
            name="reason"
            value={rule}
            checked={rule === value}
            onChange={() => onChange(rule)}
            className="size-5 accent-accent"
          />
          {names[rule]}
        </label>
      ))}
    </fieldset>
  )
}
