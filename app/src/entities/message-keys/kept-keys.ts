const keepEntry = 'cortexia.keep-keys'

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
