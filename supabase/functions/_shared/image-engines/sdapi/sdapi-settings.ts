/** A server that speaks sdapi as the operator's environment describes it. */
import { sdapiSettings } from '../../settings/images.ts'
import { readSettings, type Environment } from '../../settings/reader.ts'
import type { SdapiSettings } from './sdapi-server.ts'

export function readSdapiSettings(env: Environment, model: string | null): SdapiSettings {
  const { url = '', user = null, password = null, steps } = readSettings(sdapiSettings, env)
  return { url, user, password, model, steps: steps || null }
}
