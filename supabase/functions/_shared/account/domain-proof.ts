/** Whether a domain's own records say that it is somebody's: `_cortexia.example.com TXT "cortexia={their id}"`. */
import { Resolver } from 'node:dns/promises'

import { FunctionError } from '../respond.ts'
import { readSetting } from '../settings/reader.ts'
import { runtimeSettings } from '../settings/runtime.ts'

/** Of name servers that answer: there is no such record. */
const absent: ReadonlySet<unknown> = new Set(['ENODATA', 'ENOTFOUND'])

/** @throws FunctionError 503 `domain_unread` where no name server answers. */
export async function holdsProof(domain: string, userId: string): Promise<boolean> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  const server = readSetting(runtimeSettings.dnsServer)
  if (server !== undefined) resolver.setServers([server])
  try {
    const records = await resolver.resolveTxt(`_cortexia.${domain}`)
    return records.some((parts) => parts.join('').trim() === `cortexia=${userId}`)
  } catch (error) {
    if (error instanceof Error && 'code' in error && absent.has(error.code)) return false
    throw new FunctionError(503, 'domain_unread', 'The domain does not answer', { retryAfter: 60, cause: error })
  }
}
