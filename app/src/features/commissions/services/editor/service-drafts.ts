/** What a creator is filling in, kept on the device until it is saved: a failure, a reload or a closed page loses nothing. */
import { readPrivate, writePrivate } from '#data/device/private-storage.ts'

import { blankSheet, type ServiceSheet } from './service-sheet.ts'

const entry = 'service-drafts'
/** The key of a service that does not exist yet. */
export const newDraft = 'new'

export function readDraft(key: string): ServiceSheet | null {
  const kept = readAll()[key]
  // What an older build kept may lack what came since.
  return kept ? { ...blankSheet, ...kept } : null
}

export function keepDraft(key: string, sheet: ServiceSheet): void {
  writeAll({ ...readAll(), [key]: sheet })
}

export function dropDraft(key: string): void {
  const { [key]: _, ...others } = readAll()
  writeAll(others)
}

type Drafts = Readonly<Record<string, Partial<ServiceSheet>>>

function writeAll(drafts: Drafts): void {
  writePrivate(entry, Object.keys(drafts).length === 0 ? '' : JSON.stringify(drafts))
}

function readAll(): Drafts {
  try {
    const kept: unknown = JSON.parse(readPrivate(entry) || '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Drafts) : {}
  } catch {
    return {}
  }
}
