import type { Auth } from '../auth.ts'

/** External providers whose names the wire lists; none is built in. */
const PROVIDERS = [
  'apple', 'azure', 'bitbucket', 'discord', 'facebook', 'figma', 'fly', 'github', 'gitlab', 'google', 'kakao',
  'keycloak', 'linkedin', 'linkedin_oidc', 'notion', 'slack', 'slack_oidc', 'snapchat', 'spotify', 'twitch',
  'twitter', 'workos', 'x', 'zoom',
] // prettier-ignore

/** GET /settings: what a sign-in form needs to know. */
export function settings({ config }: Auth) {
  const body = {
    external: {
      anonymous_users: config.signUp.anonymous,
      ...Object.fromEntries(PROVIDERS.map((name) => [name, false])),
      email: config.email.enabled,
      phone: config.phone.enabled,
    },
    disable_signup: !config.signUp.enabled,
    mailer_autoconfirm: config.email.autoconfirm,
    phone_autoconfirm: config.phone.autoconfirm,
    sms_provider: '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  }
  return async () => body
}
