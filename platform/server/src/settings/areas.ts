/** Every setting of the server, in the order of the documents. */

import { externalArea } from './auth/external-settings.ts'
import { keyArea } from './auth/key-settings.ts'
import { rateArea } from './auth/rate-settings.ts'
import { accountAreas } from './auth/sign-in-settings.ts'
import { textArea, whatsAppArea } from './auth/text-settings.ts'
import { oauthServerArea, tokenArea, vouchingArea } from './auth/vouching-settings.ts'
import { edgeArea } from './edge-settings.ts'
import { dataArea, keysArea, mailArea, networkArea, pushArea, rolesArea, watchArea } from './process-settings.ts'
import type { Area } from './reader.ts'
import { realtimeArea } from './realtime-settings.ts'
import { restArea } from './rest-settings.ts'
import { s3ProtocolArea } from './s3-protocol-settings.ts'
import { backupArea, bucketArea, storageArea } from './storage-settings.ts'

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
  rateArea,
  accountAreas.passwords,
  accountAreas.hooks,
  accountAreas.captcha,
  externalArea('<NAME>'),
  vouchingArea,
  oauthServerArea,
  keyArea,
  bucketArea,
  storageArea,
  s3ProtocolArea,
  edgeArea,
  backupArea,
  restArea,
  realtimeArea,
  pushArea,
  watchArea,
]
