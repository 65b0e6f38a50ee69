/** What a visitor has typed before they had an account: it waits on the device through sign-up, for a day. */
const entry = 'cortexia.typed-prompt'
const day = 24 * 3600 * 1000

export function keepTypedPrompt(prompt: string): void {
  localStorage.setItem(entry, JSON.stringify({ prompt, at: Date.now() }))
}

/** Once; empty where there is none. */
export function takeTypedPrompt(): string {
  const kept = localStorage.getItem(entry)
  localStorage.removeItem(entry)
  try {
    const { prompt, at } = JSON.parse(kept ?? '{}') as { prompt?: string; at?: number }
    return Date.now() - (at ?? 0) < day ? (prompt ?? '') : ''
  } catch {
    return ''
  }
}
