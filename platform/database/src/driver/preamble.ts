import type { Access, Claims, Session } from '../database.ts'

/** The settings of one request as one statement. */
export interface Preamble {
  readonly key: string
  readonly text: string
  readonly values: readonly string[]
}

const texts = new Map<string, string>()
const TEXTS_KEPT = 1000

/**
 * Role, claims, settings, timeout and access mode, all local to the transaction. Role and timeout are literals: they
 * name the prepared statement anyway. The predicate is never true, so that nothing is sent back.
 */
export function preambleOf(session: Session, access: Access, statementTimeout: number): Preamble {
  const names = session.settings === undefined ? [] : Object.keys(session.settings)
  // The role comes last, after the only line break: a token may name it anything.
  const key = `settings ${access} ${statementTimeout} ${names.join(' ')}\n${session.role}`
  let text = texts.get(key)
  if (text === undefined) {
    text = preambleText(session.role, access, statementTimeout, names)
    if (texts.size >= TEXTS_KEPT) texts.clear()
    texts.set(key, text)
  }
  const values = [claimsText(session.claims)]
  for (const name of names) values.push(session.settings?.[name] ?? '')
  return { key, text, values }
}

const claimsTexts = new WeakMap<Claims, string>()

/** A busy caller's claims are one object for many requests. */
function claimsText(claims: Claims): string {
  let text = claimsTexts.get(claims)
  if (text === undefined) {
    text = JSON.stringify(claims)
    claimsTexts.set(claims, text)
  }
  return text
}

function preambleText(role: string, access: Access, statementTimeout: number, names: readonly string[]): string {
  const settings = [
    `set_config('role', ${quote(role)}, true)`,
    `set_config('statement_timeout', '${statementTimeout}', true)`,
    `set_config('request.jwt.claims', $1, true)`,
    ...names.map((name, index) => `set_config(${quote(name)}, $${index + 2}, true)`),
  ]
  if (access === 'read') settings.push(`set_config('transaction_read_only', 'on', true)`)
  return `select where num_nonnulls(${settings.join(', ')}) < 0`
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
