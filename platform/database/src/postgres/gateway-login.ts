import { createHash, createHmac, pbkdf2 as derive, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

import pg from 'pg'

import type { PostgresConfig } from '../config.ts'
import type { Connection } from '../driver/connection.ts'
import type { Login } from '../driver/login.ts'
import { DatabaseError, DatabaseUnavailableError } from '../errors.ts'
import { parseUrl } from './parse-url.ts'
import { DatabaseSetupError } from './requirements.ts'

const pbkdf2 = promisify(derive)

type Open = (login: Login) => Promise<Connection>

const ITERATIONS = 4096
/** Another process has just set the same password. */
const CONCURRENT_UPDATE = 'XX000'

/**
 * Opens connections as `authenticator`. Its password is derived from the owner's, so that every process that has the
 * URL knows it and none has to store it; where the server does not have it yet, the owner sets it.
 */
export function gatewayOpener(config: PostgresConfig, open: Open): () => Promise<Connection> {
  if (config.gatewayUrl !== undefined) {
    const given = parseUrl(config.gatewayUrl)
    return () => open(given)
  }
  const owner = parseUrl(config.url)
  const password = owner.password === undefined ? undefined : passwordFrom(owner.password)
  const login = { ...owner, user: 'authenticator', ...(password === undefined ? {} : { password }) }
  let setting: Promise<void> | null = null
  return async () => {
    try {
      return await open(login)
    } catch (error) {
      if (password === undefined || !isRefusedLogin(error)) throw error
      setting ??= setPassword(open, owner, password).finally(() => (setting = null))
      await setting
      return open(login)
    }
  }
}

const passwordFrom = (secret: string) => createHmac('sha256', secret).update('authenticator').digest('base64url')

export function isRefusedLogin(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailableError ? error.cause : error
  return cause instanceof pg.DatabaseError && (cause.code ?? '').startsWith('28')
}

async function setPassword(open: Open, login: Login, password: string): Promise<void> {
  const owner = await open(login)
  try {
    // Sent as a verifier (RFC 5803), so that a server that logs statements does not log the password.
    await owner.script(`alter role authenticator login password '${await scramVerifier(password)}'`)
  } catch (error) {
    if (error instanceof DatabaseError && error.code === CONCURRENT_UPDATE) return
    throw new DatabaseSetupError(
      [
        `the user of DATABASE_URL may not set the password of the role authenticator (${(error as Error).message}): ` +
          'grant it the right to, or give the URL of authenticator itself',
      ],
      error,
    )
  } finally {
    await owner.close()
  }
}

async function scramVerifier(password: string): Promise<string> {
  const salt = randomBytes(16)
  const salted = await pbkdf2(password, salt, ITERATIONS, 32, 'sha256')
  const key = (name: string) => createHmac('sha256', salted).update(name).digest()
  const storedKey = createHash('sha256').update(key('Client Key')).digest('base64')
  const serverKey = key('Server Key').toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
