import { maxWorkflowTitle, workflowGoals } from '@product/contract'

import { workflowMessages } from '#entities/workflow/workflow.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'

import type { EditedWorkflow } from '../edited-workflow.ts'
import { editorMessages } from '../editor.i18n.ts'
import { problemAt, type PlacedProblem } from '../problem-words.ts'
import type { Edit } from '../use-editor.ts'

export interface SectionProps {
  workflow: EditedWorkflow
  problem: PlacedProblem | null
  edit: Edit
}

const fees = [0, 1, 2, 3, 4, 5]
/** Of the 25 F that a credit is worth: the rest is the platform's. */
const francsPerCredit = 20

/** What it is called, what it is for, and what its author asks for a run. */
export function AboutFields({ workflow, problem, edit }: SectionProps) {
  const m = useMessages(editorMessages)
  const w = useMessages(workflowMessages)
  const own = problem?.list === null ? problem : null
  const set = (change: Partial<EditedWorkflow>, subject: string) =>
    edit((before) => ({ ...before, ...change }), subject)
  return (
    <section
      aria-labelledby="about"
      className="grid gap-4"
      data-problem={own && own.field !== 'steps' ? '' : undefined}
    >
      <h2 id="about" className="text-lg">
        {m.about}
      </h2>
      <TextField
        label={m.title}
        help={m.titleHelp}
        error={problemAt(own, 'title')}
        value={workflow.title}
        maxLength={maxWorkflowTitle}
        onChange={(event) => set({ title: event.target.value }, 'title')}
      />
      <TextArea
        label={m.summary}
        error={problemAt(own, 'summary')}
        value={workflow.summary}
        maxLength={1000}
        onChange={(event) => set({ summary: event.target.value }, 'summary')}
      />
      <SelectField
        label={m.goal}
        value={workflow.goal ?? ''}
        options={[
          { value: '', label: m.noGoal },
          ...workflowGoals.map((goal) => ({ value: goal, label: w[`goal_${goal}`] })),
        ]}
        onChange={({ target }) => set({ goal: workflowGoals.find((goal) => goal === target.value) ?? null }, 'goal')}
      />
      <SelectField
        label={m.fee}
        help={workflow.fee > 0 ? m.feeHelp(workflow.fee * francsPerCredit) : m.noFeeHelp}
        value={String(workflow.fee)}
        options={fees.map((fee) => ({ value: String(fee), label: m.feeOf(fee) }))}
        onChange={({ target }) => set({ fee: Number(target.value) }, 'fee')}
      />
    </section>
  )
}
