import { readSetting } from './settings/reader.ts'
import { runtimeSettings } from './settings/runtime.ts'

/** The address of our own that people reach: where the server says so, not the one that functions call it by. */
export function publicUrl(own: string): string {
  const origin = readSetting(runtimeSettings.publicUrl)
  if (origin === undefined) return own
  const { pathname, search } = new URL(own)
  return `${origin}${pathname}${search}`
}
