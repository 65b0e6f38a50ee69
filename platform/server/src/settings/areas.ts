/** Every setting of the server, in the order of the documents. */

import { externalArea } from './external-settings.ts'
import { keyArea } from './key-settings.ts'
import { dataArea, keysArea, mailArea, networkArea, pushArea, rolesArea, watchArea } from './process-settings.ts'
import type { Area } from './reader.ts'
import { realtimeArea } from './realtime-settings.ts'
import { restArea } from './rest-settings.ts'
import { accountAreas } from './sign-in-settings.ts'
import { backupArea, bucketArea, storageArea } from './storage-settings.ts'
import { textArea, whatsAppArea } from './text-settings.ts'
import { tokenArea, vouchingArea } from './vouching-settings.ts'

export const serverAreas: readonly Area[] = [
  networkArea,
  dataArea,
  rolesArea,
  keysArea,
  tokenArea,
  mailArea,
  textArea,
  whatsAppArea,
  accountAreas.signIn,
  accountAreas.passwords,
  accountAreas.hooks,
  accountAreas.captcha,
  externalArea('<NAME>'),
  vouchingArea,
  keyArea,
  bucketArea,
  storageArea,
  backupArea,
  restArea,
  realtimeArea,
  pushArea,
  watchArea,
]
