/** An empty workflow may begin with an idea: the analysis proposes steps, the person takes them or not. */
import { maxInputLength, type StepKind, type WorkflowStep } from '@product/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { useOnline } from '#data/network.ts'
import { analyzePrompt } from '#entities/intelligence/intelligence-api.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'

import { addInput, addStep, changeStep, type EditedWorkflow } from './edited-workflow.ts'
import { editorMessages } from './editor.i18n.ts'
import type { Edit } from './use-editor.ts'

export function IdeaCard({ edit }: { edit: Edit }) {
  const m = useMessages(editorMessages)
  const isOnline = useOnline()
  const [idea, setIdea] = useState('')
  const { mutate, data, isPending, isError, reset } = useMutation({ mutationFn: analyzePrompt })
  const steps = stepsOf(data?.workflow_steps ?? [])
  const take = () => edit((before) => withIdea(before, { idea: idea.trim(), label: m.idea, steps }))
  return (
    <section aria-labelledby="idea" className="card grid gap-3">
      <h2 id="idea" className="text-lg">
        {m.suggestTitle}
      </h2>
      <TextArea
        label={m.idea}
        help={m.suggestHelp}
        value={idea}
        maxLength={maxInputLength}
        onChange={(event) => {
          setIdea(event.target.value)
          reset()
        }}
      />
      {isError && (
        <p role="alert" className="text-sm text-danger-text">
          {m.suggestFailed}
        </p>
      )}
      {steps.length > 0 ? (
        <Button variant="ink" className="justify-self-start whitespace-normal!" onClick={take}>
          {steps.length === 1 ? m.suggestedOne : m.suggested(steps.length)}
        </Button>
      ) : (
        <Button
          className="justify-self-start"
          disabled={!isOnline || idea.trim() === ''}
          busyLabel={isPending && m.suggesting}
          onClick={() => mutate(idea.trim())}
        >
          {m.suggest}
        </Button>
      )}
    </section>
  )
}

interface ProposedStep {
  kind: StepKind
  title: string
}

/** What the analysis knows that has no step of ours (a search) is left out. */
const kinds: Partial<Record<WorkflowStep['action'], StepKind>> = {
  enhance: 'enhance',
  generate: 'generate',
  publish: 'publish',
}

function stepsOf(proposed: readonly WorkflowStep[]): ProposedStep[] {
  return proposed.flatMap(({ action, title }) => {
    const kind = kinds[action]
    return kind ? [{ kind, title }] : []
  })
}

/** The idea becomes a field of the form, and the first text of the steps. */
function withIdea(
  workflow: EditedWorkflow,
  { idea, label, steps }: { idea: string; label: string; steps: readonly ProposedStep[] },
): EditedWorkflow {
  const begun = addInput(workflow, { kind: 'long_text', label, required: true, default: idea })
  const name = begun.inputs.at(-1)?.name ?? ''
  const extended = steps.reduce((before, { kind, title }) => addStep(before, kind, title), begun)
  const first = extended.steps.find(({ kind }) => kind === 'enhance' || kind === 'generate')
  return first ? changeStep(extended, first.key, { settings: { ...first.settings, prompt: `{${name}}` } }) : extended
}
