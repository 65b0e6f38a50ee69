/** Whether the prompt is shown and remixing allowed: asked once, remembered on this device. */
import { readPrivate, writePrivate } from '#data/device/private-storage.ts'

export interface PublicationChoices {
  promptVisible: boolean
  remixAllowed: boolean
}

export const openChoices: PublicationChoices = { promptVisible: true, remixAllowed: true }

const entry = 'publication'

/** `null`: nobody has been asked yet. */
export function readChoices(): PublicationChoices | null {
  try {
    return { ...openChoices, ...(JSON.parse(readPrivate(entry)) as Partial<PublicationChoices>) }
  } catch {
    return null
  }
}

export function keepChoices({ promptVisible, remixAllowed }: PublicationChoices): void {
  writePrivate(entry, JSON.stringify({ promptVisible, remixAllowed }))
}
