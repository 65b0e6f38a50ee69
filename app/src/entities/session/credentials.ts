/** What was typed in the one field « E-mail ou téléphone », and what is wrong with a form before it is sent. */

export type Login = { email: string } | { phone: string }

export type FieldProblem = 'fill' | 'email' | 'phone' | 'short'

export interface CredentialProblems {
  identifier?: FieldProblem
  password?: FieldProblem
}

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/u
const phoneShape = /^\+[1-9]\d{6,14}$/u

/** `null` when the text is neither an address nor an international number. */
export function parseLogin(typed: string): Login | null {
  const text = typed.trim()
  if (text.includes('@')) return emailShape.test(text) ? { email: text.toLowerCase() } : null
  const phone = text.replaceAll(/[\s().-]/gu, '').replace(/^00/u, '+')
  return phoneShape.test(phone) ? { phone } : null
}

const shortestPassword = 8

/** `isNew`: the password is being chosen, not given again. */
export function findProblems(identifier: string, password: string, isNew: boolean): CredentialProblems {
  const problems: CredentialProblems = {}
  const text = identifier.trim()
  if (!text) problems.identifier = 'fill'
  else if (!parseLogin(text)) problems.identifier = /^[+\d]/u.test(text) && !text.includes('@') ? 'phone' : 'email'
  const passwordProblem = findPasswordProblem(password, isNew)
  if (passwordProblem) problems.password = passwordProblem
  return problems
}

export function findPasswordProblem(password: string, isNew: boolean): 'fill' | 'short' | null {
  if (!password) return 'fill'
  return isNew && Array.from(password).length < shortestPassword ? 'short' : null
}

/** « Awa Diallo Sy » → Awa, Diallo Sy: the first word is the first name. */
export function splitName(name: string): { first_name?: string; last_name?: string } {
  const [first = '', ...rest] = name.trim().split(/\s+/u)
  return { ...(first && { first_name: first }), ...(rest.length > 0 && { last_name: rest.join(' ') }) }
}
