import { useState, type FormEvent } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'

import { decisionMessages } from './decision.i18n.ts'
import { contest, refusalOf, type Contested } from './report-api.ts'

/** One appeal, free of charge; what was written stays until it has arrived. */
export function AppealForm({ contested, onSent }: { contested: Contested; onSent?: () => void }) {
  const m = useMessages(decisionMessages)
  const [message, setMessage] = useState('')
  const [state, setState] = useState<'writing' | 'sending' | 'sent'>('writing')
  const [refusal, setRefusal] = useState<string | null>(null)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setRefusal(message.trim() === '' ? 'appeal_length' : null)
    if (message.trim() === '') return
    setState('sending')
    try {
      await contest(contested, message)
      setState('sent')
      onSent?.()
    } catch (error) {
      setRefusal(refusalOf(error))
      setState('writing')
    }
  }
  if (state === 'sent')
    return (
      <p role="status" className="font-semibold">
        {m.sent}
      </p>
    )
  const sentences: Record<string, string> = { appeal_made: m.made, appeal_length: m.length, not_found: m.gone }
  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-3">
      <TextArea
        label={m.yourWords}
        help={m.wordsHelp}
        error={refusal && (sentences[refusal] ?? m.notSent)}
        rows={4}
        maxLength={1000}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <Button type="submit" variant="ink" wide busyLabel={state === 'sending' && m.sending}>
        {m.send}
      </Button>
    </form>
  )
}
