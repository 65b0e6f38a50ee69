import type { Commission } from '@product/contract'
import { useState } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Alert } from '#ui/feedback/Alert.tsx'
import { ChoiceRow } from '#ui/fields/ChoiceRow.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'

import { StepForm } from './StepForm.tsx'
import { stepMessages } from './steps.i18n.ts'

/** Which of the finished files go out, and which points of the revision are done. */
export function DeliverForm({ order, onClose }: { order: Commission; onClose: () => void }) {
  const m = useMessages(stepMessages)
  const files = order.files.filter(({ kind, milestone }) => kind === 'final' && milestone === order.current)
  const points = order.points.filter(({ is_done: isDone }) => !isDone)
  const [left, setLeft] = useState<readonly string[]>([])
  const [done, setDone] = useState<readonly string[]>([])
  const [words, setWords] = useState('')
  const given = files.filter(({ id }) => !left.includes(id))
  const isMaking = given.some(({ state }) => state !== 'ready')
  return (
    <StepForm
      order={order}
      step="deliver"
      title={m.deliverTitle}
      label={m.deliverSend(given.length)}
      details={() =>
        given.length === 0 || isMaking ? null : { files: given.map(({ id }) => id), done: [...done], words }
      }
      onClose={onClose}
    >
      <fieldset className="grid gap-3">
        <legend className="mb-1 text-sm font-semibold">{m.deliverFiles}</legend>
        {files.map(({ id, name }) => (
          <ChoiceRow
            key={id}
            title={name}
            checked={!left.includes(id)}
            onChange={(isGiven) => setLeft(isGiven ? left.filter((one) => one !== id) : [...left, id])}
          />
        ))}
        {given.length === 0 && <p className="text-sm text-text-2">{m.deliverNone}</p>}
        {isMaking && <Alert tone="info">{m.deliverMaking}</Alert>}
      </fieldset>
      {points.length > 0 && (
        <fieldset className="grid gap-3">
          <legend className="mb-1 text-sm font-semibold">{m.deliverDone}</legend>
          {points.map((point) => (
            <ChoiceRow
              key={point.id}
              title={point.words}
              checked={done.includes(point.id)}
              onChange={(isDone) => setDone(isDone ? [...done, point.id] : done.filter((one) => one !== point.id))}
            />
          ))}
        </fieldset>
      )}
      <TextArea
        label={m.deliverWords}
        value={words}
        maxLength={500}
        help={m.optional}
        onChange={({ target }) => setWords(target.value)}
      />
    </StepForm>
  )
}
