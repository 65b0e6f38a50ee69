/** What the drawn cases of auth/v1 are asked of: servers with the settings that a case needs, and people on them. */
import { provenAddresses, startAuthServer, type AuthServer } from '../../../../auth/testing/auth-server.ts'

type Change = NonNullable<NonNullable<Parameters<typeof startAuthServer>[0]>['change']>

export interface AuthWorld extends AsyncDisposable {
  /** Addresses count once they are proven; nobody waits between messages. */
  readonly server: AuthServer
  serverWith(change: Change): Promise<AuthServer>
}

/** As the original tells, where ours says less unless an operator asks for it. */
const usual: Change = (config) => ({
  ...provenAddresses(config),
  refusesUnknown: true,
  signUp: { enabled: true, anonymous: true },
  phone: { ...config.phone, enabled: true, autoconfirm: false },
})

export async function authWorld(): Promise<AuthWorld> {
  const servers: AuthServer[] = []
  const serverWith = async (change: Change) => {
    const server = await startAuthServer({ change: (config) => change(usual(config)) })
    servers.push(server)
    return server
  }
  return {
    server: await serverWith((config) => config),
    serverWith,
    [Symbol.asyncDispose]: async () => {
      for (const each of servers) await each[Symbol.asyncDispose]()
    },
  }
}

let count = 0
export const freshEmail = () => `reader${(count += 1)}@shop.example`
export const PASSWORD = 'correct horse battery'

export const asAdmin = ({ keys }: AuthServer) => ({ token: keys.serviceRoleKey })

/** Somebody whose address is proven, and who is signed in. */
export async function newPerson(server: AuthServer, more: object = {}) {
  const email = freshEmail()
  const body = { email, password: PASSWORD, email_confirm: true, ...more }
  const { body: user } = await server.call('POST', '/admin/users', { body, ...asAdmin(server) })
  const { id } = user as { id: string }
  return { email, id, ...(await signIn(server, email)) }
}

export async function signIn(server: AuthServer, email: string, password = PASSWORD) {
  const { body } = await server.call('POST', '/token?grant_type=password', { body: { email, password } })
  const { access_token: token, refresh_token: refreshToken } = body as Record<string, string>
  return { token: token ?? '', refreshToken: refreshToken ?? '' }
}

export { type AuthServer }
