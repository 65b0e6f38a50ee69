/** From an assertion to the account that it names. Pure. */
import { authErrors } from '../errors.ts'
import { readEmail } from '../external/openid-provider.ts'
import type { ExternalAccount } from '../store/identities.ts'
import type { AttributeMapping } from '../store/sso-providers.ts'
import type { Json } from '../store/users.ts'
import type { Assertion } from './assertion.ts'

const SUBJECT_ID = 'urn:oasis:names:tc:SAML:attribute:subject-id'
const NAME_ID = 'urn:oasis:names:tc:SAML:2.0:nameid-format:'
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const TRANSIENT_FORMAT = `${NAME_ID}transient`
const PERSISTENT_FORMAT = `${NAME_ID}persistent`
const UNSPECIFIED_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'

export const NAME_ID_FORMATS = [PERSISTENT_FORMAT, EMAIL_FORMAT, TRANSIENT_FORMAT, UNSPECIFIED_FORMAT] as const

/** Where identity providers put the address when nobody says where. */
const EMAIL_ATTRIBUTES = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'Mail',
  'email',
]

/** Claims that an identity has by itself; the mapped rest goes into `custom_claims`, as on the original. */
const OWN_CLAIMS = new Set([
  'name', 'full_name', 'given_name', 'family_name', 'middle_name', 'nickname', 'preferred_username', 'user_name',
  'picture', 'avatar_url', 'profile', 'website', 'gender', 'birthdate', 'zoneinfo', 'locale', 'phone',
]) // prettier-ignore
/** Never the identity provider's to say. */
const OUR_CLAIMS = new Set(['sub', 'iss', 'email', 'email_verified', 'phone_verified', 'provider_id', 'custom_claims'])

interface Origin {
  readonly providerId: string
  readonly entityId: string
  readonly mapping: AttributeMapping | null
}

/** @throws {AuthError} `saml_assertion_no_user_id`, `saml_assertion_no_email` */
export function accountOf(assertion: Assertion, { providerId, entityId, mapping }: Origin): ExternalAccount {
  const subject = subjectOf(assertion)
  if (subject === null || !isStorable(subject)) throw authErrors.samlWithoutSubject()
  const claims = mapClaims(assertion, mapping)
  const email = readEmail(claims['email'] ?? emailOf(assertion))
  if (email === null) throw authErrors.samlWithoutEmail()
  const entries = Object.entries(claims).filter(([name]) => !OUR_CLAIMS.has(name))
  const own = entries.filter(([name]) => OWN_CLAIMS.has(name))
  const custom = entries.filter(([name]) => !OWN_CLAIMS.has(name))
  return {
    provider: `sso:${providerId}`,
    subject,
    email,
    isEmailVerified: true,
    profile: {
      ...Object.fromEntries(own),
      ...(custom.length === 0 ? {} : { custom_claims: Object.fromEntries(custom) }),
      iss: entityId,
      sub: subject,
      email,
      email_verified: true,
      phone_verified: false,
    },
    accessToken: null,
    refreshToken: null,
  }
}

/** NOTE: a transient name is a new one at every sign-in: it would make a new account each time. */
function subjectOf({ attributes, nameId }: Assertion): string | null {
  const [subjectId] = attributes.get(SUBJECT_ID) ?? []
  if (subjectId !== undefined) return subjectId
  if (nameId === null || nameId.value === '' || nameId.format === TRANSIENT_FORMAT) return null
  return nameId.format === EMAIL_FORMAT ? nameId.value.toLowerCase() : nameId.value
}

function emailOf({ attributes, nameId }: Assertion): string | null {
  const found = EMAIL_ATTRIBUTES.flatMap((name) => attributes.get(name) ?? [])
  return found[0] ?? (nameId?.format === EMAIL_FORMAT ? nameId.value : null)
}

function mapClaims({ attributes }: Assertion, mapping: AttributeMapping | null): Json {
  const claims = Object.entries(mapping?.keys ?? {}).flatMap(([claim, rule]) => {
    const names = [rule.name ?? '', ...(rule.names ?? [])]
    const values = names.map((name) => attributes.get(name) ?? []).find((found) => found.length > 0)
    const usable = (values ?? []).filter(isStorable)
    const value: unknown = usable.length === 0 ? rule.default : rule.array ? usable : usable[0]
    return value === undefined || value === null ? [] : [[claim, value] as const]
  })
  return Object.fromEntries(claims)
}

function isStorable(text: string): boolean {
  return text.length <= 1024 && text.isWellFormed() && !text.includes('\0')
}
