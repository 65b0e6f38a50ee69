/** The auth/v1 that the scenarios talk to: one of our own, or any other by its address. */
import { startAuthServer } from '../../../auth/testing/auth-server.ts'

export interface AuthTarget extends AsyncDisposable {
  /** Root of the project, without `/auth/v1`. */
  readonly url: string
  readonly anonKey: string
  readonly serviceRoleKey: string
}

/**
 * `CONFORMANCE_URL`, `CONFORMANCE_ANON_KEY` and `CONFORMANCE_SERVICE_ROLE_KEY` name another server, with auto-confirm on,
 * anonymous sign-ins off and every kind of second factor on, whose people the scenarios may add to and remove.
 */
export async function openTarget(): Promise<AuthTarget> {
  const {
    CONFORMANCE_URL: url,
    CONFORMANCE_ANON_KEY: anonKey,
    CONFORMANCE_SERVICE_ROLE_KEY: serviceRoleKey,
  } = process.env
  if (url !== undefined && anonKey !== undefined && serviceRoleKey !== undefined) {
    return { url, anonKey, serviceRoleKey, [Symbol.asyncDispose]: async () => {} }
  }
  const server = await startAuthServer({
    change: (config) => ({
      ...config,
      // What the original tells, where ours says less unless an operator asks for it.
      refusesUnknown: true,
      factors: { ...config.factors, phone: { enroll: true, verify: true } },
    }),
  })
  const { keys } = server
  return {
    url: server.url,
    anonKey: keys.anonKey,
    serviceRoleKey: keys.serviceRoleKey,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
