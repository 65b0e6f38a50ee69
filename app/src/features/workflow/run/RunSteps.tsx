/** The steps in their order, each with what it takes, how it stands and what it gave. */
import type { WorkflowReading } from '@product/contract'
import { useState } from 'react'

import { isOver, type Run, type RunStep } from '#entities/workflow/run.ts'
import { workflowMessages } from '#entities/workflow/workflow.i18n.ts'
import { titleOf } from '#entities/workflow/workflow.ts'
import { useMessages } from '#i18n/messages.ts'

import { sourceInWords } from '../source-words.ts'
import { runMessages } from './run.i18n.ts'
import { StepItem, type ShownStep } from './StepItem.tsx'
import type { ShownRun } from './use-run.ts'

export interface RunStepsProps {
  reading: WorkflowReading
  shown: ShownRun
  /** Nothing can be asked of the server. */
  isOffline: boolean
}

export function RunSteps({ reading, shown, isOffline }: RunStepsProps) {
  const m = useMessages(runMessages)
  const { run, isBusy, actions } = shown
  const steps = stepsOf(reading, run)
  const goesOn = run !== null && !isOver(run)
  const canRedo = run !== null && !isBusy && !isOffline && run.steps.every(({ status }) => status !== 'running')
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">{m.steps}</h2>
      <ol className="mt-3">
        {steps.map((step) => (
          <StepItem
            key={step.index}
            step={step}
            isCurrent={goesOn && run.currentStep === step.index}
            isBusy={isBusy || isOffline}
            {...(canRedo && { onRedo: () => actions.redoFrom(step.index) })}
            onChoose={(image) => actions.choose(step.index, image)}
          />
        ))}
      </ol>
      <Announcer steps={steps} />
    </section>
  )
}

/** Of the version that ran; what it was written as where that is the one in hand. */
function stepsOf({ steps, inputs, version }: WorkflowReading, run: Run | null): ShownStep[] {
  return (run && run.version !== version ? run.definition : steps).map((step, index) => ({
    index,
    kind: step.kind,
    title: titleOf(step),
    takes: [...new Set(Object.values(step.takes).map((source) => sourceInWords(source, inputs)))],
    state: stateOf(run, index),
  }))
}

function stateOf(run: Run | null, index: number): RunStep | null {
  return run?.steps.find((step) => step.index === index) ?? null
}

/** Says each step that changes, one sentence at a time. */
function Announcer({ steps }: { steps: readonly ShownStep[] }) {
  const m = useMessages(runMessages)
  const w = useMessages(workflowMessages)
  const [sentence, setSentence] = useState('')
  const states = steps.map(({ state }) => state?.status ?? 'pending').join(' ')
  const [before, setBefore] = useState(states)
  if (states !== before) {
    setBefore(states)
    const old = before.split(' ')
    const changed = states.split(' ').findLastIndex((status, place) => status !== old[place] && status !== 'pending')
    const step = steps[changed]
    if (step?.state) setSentence(m.announce(changed + 1, step.title, w[`step_${step.state.status}`]))
  }
  return (
    <p role="status" className="sr-only">
      {sentence}
    </p>
  )
}
