/** The sandbox's own secrets: of this installation, and nobody has to choose them. */
import { createHmac } from 'node:crypto'

import { readSetting } from '../../settings/reader.ts'
import { runtimeSettings } from '../../settings/runtime.ts'

/** Known to whoever knows the service key, and to nobody else. */
export function ownSecret(purpose: string): string {
  const key = readSetting(runtimeSettings.serviceRoleKey)
  if (key === undefined) throw new Error(`${runtimeSettings.serviceRoleKey.name} is not set`)
  return createHmac('sha256', key).update(purpose).digest('hex')
}

export const sandboxKey = (): string => `sk_sandbox_${ownSecret('sandbox key')}`
export const sandboxWebhookSecret = (): string => ownSecret('sandbox webhook')
