import type { Commission } from '@product/contract'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'

import { StepForm } from './StepForm.tsx'
import { stepMessages } from './steps.i18n.ts'

const mostPoints = 10
const newPoint = () => ({ key: crypto.randomUUID(), words: '' })

export interface PointsFormProps {
  order: Commission
  step: 'revise' | 'revise_sketch'
  onClose: () => void
}

/** What is to be done again, point by point, so that both can count. */
export function PointsForm({ order, step, onClose }: PointsFormProps) {
  const m = useMessages(stepMessages)
  const [points, setPoints] = useState(() => [newPoint()])
  const [isChecked, setChecked] = useState(false)
  const written = points.map(({ words }) => words.trim()).filter(Boolean)
  const details = () => {
    setChecked(true)
    return written.length === 0 ? null : { points: written }
  }
  return (
    <StepForm order={order} step={step} title={m.pointsTitle} label={m.sendPoints} details={details} onClose={onClose}>
      <p className="text-sm text-text-2">{m.pointsHelp}</p>
      {points.map(({ key, words }, index) => (
        <TextArea
          key={key}
          label={m.point(index + 1)}
          rows={2}
          value={words}
          maxLength={300}
          error={isChecked && written.length === 0 && index === 0 ? m.pointsMissing : null}
          aside={
            points.length > 1 && (
              <IconButton
                size="sm"
                className="-my-2"
                label={m.removePoint(index + 1)}
                icon={<X aria-hidden="true" className="size-4.5" />}
                onClick={() => setPoints(points.filter((one) => one.key !== key))}
              />
            )
          }
          onChange={({ target }) =>
            setPoints(points.map((one) => (one.key === key ? { key, words: target.value } : one)))
          }
        />
      ))}
      {points.length < mostPoints && (
        <Button
          variant="ghost"
          className="justify-self-start"
          icon={<Plus aria-hidden="true" className="size-5" />}
          onClick={() => setPoints([...points, newPoint()])}
        >
          {m.addPoint}
        </Button>
      )}
    </StepForm>
  )
}
