/**
 * Where push messages may be sent. Browsers name their push service themselves, and so could anybody who calls us: without
 * a list, this server would post to whatever address it is given.
 */
import { pushSettings } from '../_shared/settings/push.ts'
import { readSetting } from '../_shared/settings/reader.ts'

/** A host over TLS; a whole origin, as `http://localhost:8080`, stands for just itself. */
export function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (url === null || url.username !== '' || url.password !== '') return false
  return readSetting(pushSettings.services).some((service) => {
    if (service.includes('://')) return url.origin === service
    if (url.protocol !== 'https:' || url.port !== '') return false
    return service.startsWith('*.') ? url.hostname.endsWith(service.slice(1)) : url.hostname === service
  })
}
