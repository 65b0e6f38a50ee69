/** Whether the text of a message stays out of its notification on this device: where the service worker reads it too. */
import { readFileOf, writeFileOf } from '#data/private-files.ts'

const entry = 'hide-preview'

export async function hidesPreview(userId: string): Promise<boolean> {
  return (await readFileOf<boolean>(userId, entry)) ?? false
}

export function hidePreview(userId: string, isHidden: boolean): Promise<void> {
  return writeFileOf(userId, entry, isHidden || null)
}
