/** What a client may ask to know of a person (OpenID Connect Core §5.4). Pure. */

export const SCOPES = ['openid', 'email', 'profile', 'phone'] as const

/** What a client gets that asks for nothing. */
const DEFAULT_SCOPE = 'email'

/** In their order, each once; null when one of them is unknown. */
export function parseScope(text: string): string | null {
  const names = [...new Set(text.split(' ').filter((name) => name !== ''))]
  if (names.length === 0) return DEFAULT_SCOPE
  return names.every((name) => (SCOPES as readonly string[]).includes(name)) ? names.join(' ') : null
}

/** Whether everything that is asked for has been granted. */
export function covers(granted: string, asked: string): boolean {
  const has = new Set(granted.split(' '))
  return asked.split(' ').every((name) => has.has(name))
}

/** Both together. */
export function joinScopes(one: string, other: string): string {
  return [...new Set([...one.split(' '), ...other.split(' ')])].join(' ')
}
