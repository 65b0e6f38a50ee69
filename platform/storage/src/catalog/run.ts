import type { Access, Database, Session, Statement } from '@platform/database'

/** The one JSON value that a statement answers, as the bytes that PostgreSQL made; null for no row or SQL null. */
export async function jsonBytes(
  database: Database,
  session: Session,
  statement: Statement,
  access: Access,
): Promise<Buffer | null> {
  const { rows } = await database.once(session, statement, access)
  return rows[0]?.[0] ?? null
}

export async function readJson<T>(
  database: Database,
  session: Session,
  statement: Statement,
  access: Access,
): Promise<T | null> {
  const bytes = await jsonBytes(database, session, statement, access)
  return bytes === null ? null : (JSON.parse(bytes.toString()) as T)
}

class RolledBack extends Error {
  override readonly name = 'RolledBack'
}

/**
 * Runs a statement that the caller's policies judge and leaves no trace of it.
 * @throws {DatabaseError} what PostgreSQL would have said
 */
export async function rehearse(database: Database, session: Session, statement: Statement): Promise<void> {
  try {
    await database.write(session, async (tx) => {
      await tx.execute(statement.text, statement.params)
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
}
