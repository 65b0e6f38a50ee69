/** What somebody settled about their messages for this device alone. */
import { readFileOf, writeFileOf } from '#data/private-files.ts'

const previewEntry = 'hide-preview'
const keepEntry = 'cortexia.keep-keys'

/** Where the service worker reads it too: the text of a message stays out of its notification. */
export async function hidesPreview(userId: string): Promise<boolean> {
  return (await readFileOf<boolean>(userId, previewEntry)) ?? false
}

export function hidePreview(userId: string, isHidden: boolean): Promise<void> {
  return writeFileOf(userId, previewEntry, isHidden || null)
}

/** The keys outlast a sign-out on this device. Asked for at the sign-out, so it must outlast that too. */
export function keepsKeys(userId: string): boolean {
  return localStorage.getItem(keepEntry)?.split(' ').includes(userId) ?? false
}

export function keepKeys(userId: string, isKept: boolean): void {
  const others = (localStorage.getItem(keepEntry) ?? '').split(' ').filter((id) => id !== '' && id !== userId)
  const kept = isKept ? [...others, userId] : others
  if (kept.length > 0) localStorage.setItem(keepEntry, kept.join(' '))
  else localStorage.removeItem(keepEntry)
}
