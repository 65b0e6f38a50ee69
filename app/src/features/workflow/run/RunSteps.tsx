/** The steps in their order, each with what it takes, how it stands and what it gave. */
import type { StepDefinition, WorkflowReading } from '@product/contract'
import { Suspense, useState } from 'react'

import { isOver, type Run, type RunStep } from '#entities/workflow/run.ts'
import { workflowMessages } from '#entities/workflow/workflow.i18n.ts'
import { titleOf } from '#entities/workflow/workflow.ts'
import { useMessages } from '#i18n/messages.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { lazy } from '#ui/lazy.ts'
import { useScreenSize } from '#ui/screen/use-screen-size.ts'

import { sourceInWords } from '../source-words.ts'
import { graphMessages } from './graph/graph.i18n.ts'
import { runMessages } from './run.i18n.ts'
import { StepItem, type ShownStep } from './StepItem.tsx'
import type { ShownRun } from './use-run.ts'

const StepGraph = lazy(async () => (await import('./graph/StepGraph.tsx')).StepGraph)

export interface RunStepsProps {
  reading: WorkflowReading
  shown: ShownRun
  /** Nothing can be asked of the server. */
  isOffline: boolean
}

export function RunSteps({ reading, shown, isOffline }: RunStepsProps) {
  const m = useMessages(runMessages)
  const g = useMessages(graphMessages)
  const { isDesktop } = useScreenSize()
  const [view, setView] = useState<'list' | 'graph'>('list')
  const isGraph = isDesktop && view === 'graph'
  const { run, isBusy, actions } = shown
  const steps = stepsOf(reading, run)
  const goesOn = run !== null && !isOver(run)
  const canRedo = run !== null && !isBusy && !isOffline && run.steps.every(({ status }) => status !== 'running')
  const current = goesOn ? run.currentStep : 0
  const [picked, setPicked] = useState<number | null>(null)
  const selected = picked ?? current
  const shownSteps = isGraph ? steps.filter(({ index }) => index === selected) : steps
  return (
    <section aria-labelledby="steps">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="steps">{m.steps}</h2>
        {isDesktop && steps.length > 1 && (
          <SegmentedControl
            label={g.view}
            value={view}
            options={[
              { value: 'list', label: g.list },
              { value: 'graph', label: g.graph },
            ]}
            onChange={setView}
            className="w-56"
          />
        )}
      </div>
      {isGraph && (
        <Suspense fallback={<Skeleton className="mt-3 h-96 w-full" />}>
          <StepGraph
            steps={steps}
            definition={definitionOf(reading, run)}
            inputs={reading.inputs}
            selected={selected}
            onSelect={setPicked}
          />
        </Suspense>
      )}
      <ol className="mt-3">
        {shownSteps.map((step) => (
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
function definitionOf({ steps, version }: WorkflowReading, run: Run | null): readonly StepDefinition[] {
  return run && run.version !== version ? run.definition : steps
}

function stepsOf(reading: WorkflowReading, run: Run | null): ShownStep[] {
  return definitionOf(reading, run).map((step, index) => ({
    index,
    kind: step.kind,
    title: titleOf(step),
    takes: [...new Set(Object.values(step.takes).map((source) => sourceInWords(source, reading.inputs)))],
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
