/** Mails, and codes to paying numbers, are handed to auth/v1, which knows addresses and has the queue. */
import { readSetting } from '../settings/reader.ts'
import { runtimeSettings } from '../settings/runtime.ts'

/** What auth/v1 answered, 0 for nothing. The hosted service knows no such address: 404. */
export async function tell(message: object): Promise<number> {
  const key = readSetting(runtimeSettings.serviceRoleKey) ?? ''
  const response = await fetch(`${readSetting(runtimeSettings.url)}/auth/v1/admin/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: key, authorization: `Bearer ${key}` },
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(15_000),
  }).catch(() => null)
  await response?.body?.cancel()
  return response?.status ?? 0
}
