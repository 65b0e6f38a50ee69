/** What is being written, on this device, from the first letter on: closing, crashing or losing the network loses nothing. */
import { readPrivate, writePrivate } from '#data/device/private-storage.ts'

import type { EditedWorkflow } from './edited-workflow.ts'

export interface KeptWorkflow {
  workflow: EditedWorkflow
  /** The version that it began from; 0 for a new one. */
  baseVersion: number
}

const entry = (id: string) => `workflow.${id}`

/** `id` is `new` before the first saving. */
export function readDraft(id: string): KeptWorkflow | null {
  try {
    return JSON.parse(readPrivate(entry(id))) as KeptWorkflow
  } catch {
    return null
  }
}

export function keepDraft(id: string, kept: KeptWorkflow): void {
  writePrivate(entry(id), JSON.stringify(kept))
}

export function dropDraft(id: string): void {
  writePrivate(entry(id), '')
}
