import { findWorkflowProblem } from '@product/contract'
import { useState } from 'react'

import { callWorkflow, explainWorkflowError, WorkflowError } from '#entities/workflow/workflow-api.ts'
import { refreshWorkflows } from '#entities/workflow/workflow-queries.ts'
import { currentMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'
import { toast } from '#ui/toast/toast.ts'

import { toDraft, type EditedWorkflow } from './edited-workflow.ts'
import { editorMessages } from './editor.i18n.ts'
import { placeProblem, type PlacedProblem } from './problem-words.ts'
import type { Editor } from './use-editor.ts'

export interface Saving {
  /** What is in the way of saving: shown from the first try on, and gone as soon as it is corrected. */
  problem: PlacedProblem | null
  isSaving: boolean
  save: () => void
}

/** Saves a version, unless the contract or the database says what is wrong. */
export function useSaving({ workflow, isChanged, forget }: Editor): Saving {
  const [isChecked, setChecked] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [refused, setRefused] = useState<{ workflow: EditedWorkflow; path: string } | null>(null)
  const found = isChecked ? findWorkflowProblem(toDraft(workflow)) : null
  const problem = found
    ? placeProblem(found.field, found.reason)
    : refused?.workflow === workflow
      ? placeProblem(refused.path)
      : null
  const send = async () => {
    const m = currentMessages(editorMessages)
    setSaving(true)
    try {
      const { id } = (await callWorkflow('save_workflow', { workflow: toDraft(workflow) })) as { id: string }
      forget()
      refreshWorkflows(id)
      navigate({ to: paths.workflow, params: { id } }, { replace: true })
      toast({ title: m.savedAs })
    } catch (error) {
      if (error instanceof WorkflowError && error.status === 422 && error.path)
        setRefused({ workflow, path: error.path })
      else toast({ title: m.saveFailed, description: explainWorkflowError(error), tone: 'danger' })
    } finally {
      setSaving(false)
    }
  }
  return {
    problem,
    isSaving,
    save: () => {
      setChecked(true)
      if (isSaving || !isChanged || findWorkflowProblem(toDraft(workflow)) !== null) return
      void send()
    },
  }
}
