/** What a browser's `PublicKeyCredential.toJSON()` says, as far as we read it (WebAuthn §5.1.8). */
import * as v from 'valibot'

/** The words of WebAuthn §5.8.4; anything else is no transport. */
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/))
const envelope = { id: base64url, rawId: base64url, type: v.literal('public-key') }

const registrationSchema = v.object({
  ...envelope,
  response: v.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: v.optional(v.fallback(v.array(v.string()), []), []),
  }),
})

const assertionSchema = v.object({
  ...envelope,
  response: v.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: v.nullish(base64url),
  }),
})

export type RegistrationResponse = v.InferOutput<typeof registrationSchema>
export type AssertionResponse = v.InferOutput<typeof assertionSchema>

/** Null for anything else. */
export function readRegistration(credential: unknown): RegistrationResponse | null {
  const parsed = v.safeParse(registrationSchema, credential)
  if (!parsed.success) return null
  const { response } = parsed.output
  const transports = [...new Set(response.transports.filter((name) => TRANSPORTS.has(name)))]
  return { ...parsed.output, response: { ...response, transports } }
}

/** Null for anything else. */
export function readAssertion(credential: unknown): AssertionResponse | null {
  const parsed = v.safeParse(assertionSchema, credential)
  return parsed.success ? parsed.output : null
}
