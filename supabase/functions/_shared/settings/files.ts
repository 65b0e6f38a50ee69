import { accessSync, constants } from 'node:fs'

import type { Refusals, Setting } from './reader.ts'

/** Refuses a setting that names what cannot be read. */
export function refuseUnreadable({ name, form }: Setting, files: readonly string[], refusals: Refusals): void {
  for (const file of files) {
    try {
      accessSync(file, constants.R_OK)
    } catch {
      refusals.reject(name, `names ${JSON.stringify(file)}, which cannot be read`, form.expected)
    }
  }
}
