/**
 * Where push messages may be sent. Browsers name their push service themselves, and so could anybody who calls us: without
 * a list, this server would post to whatever address it is given.
 */
import process from 'node:process'

const known = ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com'] as const

/** A host over TLS; a whole origin, as `http://localhost:8080`, stands for just itself. */
export function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (url === null || url.username !== '' || url.password !== '') return false
  return services().some((service) => {
    if (service.includes('://')) return url.origin === service
    if (url.protocol !== 'https:' || url.port !== '') return false
    return service.startsWith('*.') ? url.hostname.endsWith(service.slice(1)) : url.hostname === service
  })
}

function services(): readonly string[] {
  const given = (process.env['PUSH_SERVICES'] ?? '')
    .split(',')
    .map((service) => service.trim().toLowerCase())
    .filter((service) => service !== '')
  return given.length > 0 ? given : known
}
