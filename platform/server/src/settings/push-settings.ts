/** Who we are to the push services of browsers. */

import { area, secret, text } from './reader.ts'

export const pushArea = area({
  title: 'Push messages',
  settings: {
    privateKey: {
      name: 'VAPID_PRIVATE_KEY',
      form: secret('the 32 bytes of a P-256 private key in base64url', /^[\w-]{43}$/),
      unset: 'derived from JWT_SECRET, else made at the first start',
      words: 'Signs what we send to the push services of browsers; with another key nobody is subscribed any more.',
    },
    subject: {
      name: 'VAPID_SUBJECT',
      form: text(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'mailto:name@host, or an https:// address'),
      unset: 'PUBLIC_URL, else MAIL_FROM',
      words: 'Where a push service finds whoever runs this server.',
    },
  },
})
