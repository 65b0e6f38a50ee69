/** The workflow in hand, its past, and its copy on the device. */
import type { WorkflowReading } from '@product/contract'
import { useEffect, useState } from 'react'

import { emptyWorkflow, fromReading, type EditedWorkflow } from './edited-workflow.ts'
import { begin, change, redo, undo, type History } from './history.ts'
import { dropDraft, keepDraft, readDraft, type KeptWorkflow } from './keep-workflow.ts'

export type Edit = (next: (workflow: EditedWorkflow) => EditedWorkflow, subject?: string) => void

export interface Editor {
  workflow: EditedWorkflow
  /** It differs from what the server has. */
  isChanged: boolean
  /** What an earlier page kept; `isOld`: somebody has saved another version since. */
  recovered: { isOld: boolean } | null
  canUndo: boolean
  canRedo: boolean
  edit: Edit
  undo: () => void
  redo: () => void
  discard: () => void
  /** The server has it now. */
  forget: () => void
}

export function useEditor(reading: WorkflowReading | null): Editor {
  const draftId = reading?.workflow.id ?? 'new'
  const baseVersion = reading?.version ?? 0
  const [saved] = useState(() => (reading ? fromReading(reading) : emptyWorkflow))
  const [kept, setKept] = useState<KeptWorkflow | null>(() => readDraft(draftId))
  const [history, setHistory] = useState<History<EditedWorkflow>>(() => begin(kept?.workflow ?? saved))
  const workflow = history.present
  const isChanged = workflow !== saved
  useEffect(() => {
    if (isChanged) keepDraft(draftId, { workflow, baseVersion: kept?.baseVersion ?? baseVersion })
    else dropDraft(draftId)
  }, [workflow, isChanged, draftId, baseVersion, kept])
  return {
    workflow,
    isChanged,
    recovered: kept && { isOld: kept.baseVersion !== baseVersion },
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    edit: (next, subject) => setHistory((before) => change(before, next(before.present), subject ?? null)),
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    discard: () => {
      setKept(null)
      setHistory(begin(saved))
    },
    forget: () => dropDraft(draftId),
  }
}
