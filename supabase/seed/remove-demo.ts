/**
 * `SUPABASE_URL=… SUPABASE_SERVICE_ROLE_KEY=… npm run demo:remove`: takes the demo out of a living installation. Our own
 * server does the same by itself when it starts with SEED_DEMO=off.
 */
import process from 'node:process'

import { readSetting } from '../functions/_shared/settings/reader.ts'
import { runtimeSettings } from '../functions/_shared/settings/runtime.ts'
import remove from './remove.ts'

const [url, serviceRoleKey] = [readSetting(runtimeSettings.url), readSetting(runtimeSettings.serviceRoleKey)]
if (url === undefined || serviceRoleKey === undefined) {
  throw new Error('SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY say where. Or start the server with SEED_DEMO=off')
}
await remove({ url, serviceRoleKey })
process.stdout.write('The demo is gone.\n')
