/** A server that speaks sdapi as the operator's environment describes it. */
import { settingOf, whole, type Environment } from '../engine-settings.ts'
import type { SdapiSettings } from './sdapi-server.ts'

export function readSdapiSettings(env: Environment, model: string | null): SdapiSettings {
  return {
    url: settingOf(env, 'SDAPI_URL') ?? '',
    user: settingOf(env, 'SDAPI_USER'),
    password: settingOf(env, 'SDAPI_PASSWORD'),
    model,
    steps: whole(env['SDAPI_STEPS'], { min: 0, max: 200, usual: 0 }) || null,
  }
}
