/** What an operator decides about push messages. */
import { area, list, type Form } from './reader.ts'

const service: Form<string> = {
  expected: 'hosts, *.host for all below one, or whole origins, with commas between them',
  parse: (given) =>
    /^(?:https?:\/\/|\*\.)?[a-z\d][a-z\d.-]*(?::\d+)?$/i.test(given) ? given.toLowerCase() : undefined,
}

export const pushSettings = {
  services: {
    name: 'PUSH_SERVICES',
    form: list(service, { expected: service.expected }),
    default: ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com'],
    words: 'Where push messages may be sent: unless you say otherwise, to Chrome, Firefox, Safari and Edge.',
  },
}

export const pushArea = area({ title: 'Services of push messages', settings: pushSettings })
