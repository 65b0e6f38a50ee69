/** What the server asks its database for a request, to be asked again by hand: its plan, its time. */
import type { Database, Databases, Parameter, Session, Statement } from '@platform/database'

export interface Asked {
  readonly session: Session
  readonly statement: Statement
}

export interface Recorder {
  /** The same doors; what requests ask passes through here. */
  readonly databases: Databases
  /** What was asked last. */
  last(): Asked
}

export function recordStatements(databases: Databases): Recorder {
  let asked: Asked | undefined
  const once: Database['once'] = (session, statement, access) => {
    asked = { session, statement }
    return databases.gateway.once(session, statement, access)
  }
  return {
    databases: { ...databases, gateway: { ...databases.gateway, once } },
    last() {
      if (asked === undefined) throw new Error('Nothing has been asked')
      return asked
    },
  }
}

function literal(value: Parameter): string {
  if (value === null) return 'null'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `'${text.replaceAll("'", "''")}'`
}

/** Statements that put a session's settings in force until the transaction ends. */
export function settingsOf({ role, claims, settings = {} }: Session): string[] {
  const all = { ...settings, 'request.jwt.claims': JSON.stringify(claims), role }
  return Object.entries(all).map(([name, value]) => `select set_config(${literal(name)}, ${literal(value)}, true)`)
}

/** `execute` of the statement that was prepared under this name. */
export function executionOf(name: string, { params = [] }: Statement): string {
  return params.length === 0 ? `execute ${name}` : `execute ${name}(${params.map(literal).join(', ')})`
}
