/** What was typed in the one field « E-mail ou téléphone », and what is wrong with a form before it is sent. */

export type Login = { email: string } | { phone: string }

export type FieldProblem = 'fill' | 'email' | 'phone' | 'short'

export interface CredentialProblems {
  identifier?: FieldProblem
  password?: FieldProblem
}

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/u
const phoneShape = /^\+[1-9]\d{6,14}$/u

/** The code of a country, and a number after it that is nobody's: none of these has a prefix for calls within it. */
const plans: Readonly<Record<string, readonly [code: string, example: string]>> = {
  'Africa/Porto-Novo': ['229', '01 97 00 00 00'],
  'Africa/Lome': ['228', '90 00 00 00'],
  'Africa/Abidjan': ['225', '07 00 00 00 00'],
  'Africa/Dakar': ['221', '77 000 00 00'],
  'Africa/Bamako': ['223', '70 00 00 00'],
  'Africa/Ouagadougou': ['226', '70 00 00 00'],
  'Africa/Niamey': ['227', '90 00 00 00'],
  'Africa/Conakry': ['224', '620 00 00 00'],
}

function timeZoneHere(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** « 07 07 07 07 07 » typed in Abidjan is +225 07 07 07 07 07; what does not look like a number of the place stays. */
function withCodeOf(timeZone: string, number: string): string {
  const [code, example = ''] = plans[timeZone] ?? []
  const digits = example.replaceAll(' ', '').length
  return code !== undefined && number.length === digits && /^\d+$/u.test(number) ? `+${code}${number}` : number
}

/** What a number looks like where the device is; `null` where that is not known. */
export function exampleNumber(timeZone: string = timeZoneHere()): string | null {
  const plan = plans[timeZone]
  return plan ? `+${plan.join(' ')}` : null
}

/** `null` when the text is neither an address nor a number, international or of where the device is. */
export function parseLogin(typed: string, timeZone: string = timeZoneHere()): Login | null {
  const text = typed.trim()
  if (text.includes('@')) return emailShape.test(text) ? { email: text.toLowerCase() } : null
  const phone = withCodeOf(timeZone, text.replaceAll(/[\s().-]/gu, '').replace(/^00/u, '+'))
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
