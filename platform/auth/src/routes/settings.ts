import type { Auth } from '../auth.ts'
import { KNOWN_PROVIDERS } from '../external/providers.ts'

/** GET /settings: what a sign-in form needs to know. */
export function settings({ config, external }: Auth) {
  const body = {
    external: {
      anonymous_users: config.signUp.anonymous,
      ...Object.fromEntries([...KNOWN_PROVIDERS, ...external.keys()].map((name) => [name, external.has(name)])),
      email: config.email.enabled,
      phone: config.phone.enabled,
    },
    disable_signup: !config.signUp.enabled,
    mailer_autoconfirm: config.email.autoconfirm,
    phone_autoconfirm: config.phone.autoconfirm,
    sms_provider: config.phone.provider,
    saml_enabled: config.saml !== null,
    saml_private_key_next_configured: false,
    passkeys_enabled: config.passkeys.enabled,
    oauth_server_enabled: config.oauthServer.enabled,
  }
  return async () => body
}
