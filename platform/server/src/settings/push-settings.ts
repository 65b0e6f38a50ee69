/** The `VAPID_…` variables: who we are to the push services of browsers. */

import type { SettingsReader } from './settings-reader.ts'

export interface PushSettings {
  readonly privateKey: string | undefined
  readonly subject: string | undefined
}

export function readPushSettings(settings: SettingsReader): PushSettings {
  return {
    privateKey: settings.text('VAPID_PRIVATE_KEY', {
      isSecret: true,
      matches: /^[\w-]{43}$/,
      expected: 'the 32 bytes of a P-256 private key in base64url',
    }),
    subject: settings.text('VAPID_SUBJECT', {
      matches: /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
      expected: 'mailto:name@host, or an https:// address',
    }),
  }
}
