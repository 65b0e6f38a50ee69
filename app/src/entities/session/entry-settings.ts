/** Which ways in the server offers (auth/v1/settings). */
import { queryOptions } from '@tanstack/react-query'

import { readConfig, requestHeaders } from '#data/config.ts'
import { DataError } from '#data/rest.ts'

export interface EntrySettings {
  /** Providers that are switched on, by their names on the wire. */
  providers: readonly string[]
  passkeys: boolean
  /** A number may be what one signs in with. */
  phone: boolean
  /** People may let apps of others in. */
  apps: boolean
}

interface Answer {
  external: Record<string, boolean>
  passkeys_enabled: boolean
  /** The hosted service does not say. */
  oauth_server_enabled?: boolean
}

const ownWays = new Set(['email', 'phone', 'anonymous_users'])

export const entrySettingsQuery = queryOptions({
  queryKey: ['entry-settings'],
  staleTime: Infinity,
  queryFn: async ({ signal }): Promise<EntrySettings> => {
    const config = await readConfig()
    const response = await fetch(`${config.supabaseUrl}/auth/v1/settings`, { headers: requestHeaders(config), signal })
    if (!response.ok) throw new DataError(response.statusText, { status: response.status })
    const answer = (await response.json()) as Answer
    const { external, passkeys_enabled: passkeys } = answer
    const providers = Object.keys(external).filter((name) => external[name] && !ownWays.has(name))
    return {
      providers,
      passkeys: passkeys && 'PublicKeyCredential' in globalThis,
      phone: external['phone'] === true,
      apps: answer.oauth_server_enabled === true,
    }
  },
})

const names: Record<string, string> = { github: 'GitHub', gitlab: 'GitLab', linkedin_oidc: 'LinkedIn' }

/** « Google » for `google`. */
export function providerName(provider: string): string {
  return names[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1).replaceAll('_', ' ')
}
