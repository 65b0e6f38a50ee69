import { authAppHoles } from './auth-app.ts'
import { entranceHoles } from './auth-entrances.ts'
import { factorHoles } from './auth-factors.ts'
import { authRequestHoles } from './auth-requests.ts'
import { authThreatHoles } from './auth-threats.ts'
import { authHoles } from './auth.ts'
import { cryptoHoles } from './crypto.ts'
import { engineHoles } from './engines.ts'
import { feedHoles } from './feed.ts'
import { generationHoles } from './generation.ts'
import type { Hole } from './hole.ts'
import { intelligenceHoles } from './intelligence.ts'
import { ledgerHoles } from './ledger.ts'
import { lineageHoles } from './lineage.ts'
import { messageKeyHoles } from './message-keys.ts'
import { messageHoles } from './messages.ts'
import { notificationHoles } from './notifications.ts'
import { ownEngineHoles } from './own-engines.ts'
import { peopleHoles } from './people.ts'
import { postHoles } from './posts.ts'
import { productHoles } from './product.ts'
import { realtimeHoles } from './realtime.ts'
import { restHoles } from './rest.ts'
import { safetyHoles } from './safety.ts'
import { storageHoles } from './storage.ts'
import { workflowHoles } from './workflow.ts'

export const allHoles: readonly Hole[] = [
  ...authHoles,
  ...entranceHoles,
  ...factorHoles,
  ...authThreatHoles,
  ...authRequestHoles,
  ...authAppHoles,
  ...restHoles,
  ...storageHoles,
  ...realtimeHoles,
  ...ledgerHoles,
  ...engineHoles,
  ...ownEngineHoles,
  ...intelligenceHoles,
  ...productHoles,
  ...peopleHoles,
  ...postHoles,
  ...notificationHoles,
  ...lineageHoles,
  ...feedHoles,
  ...safetyHoles,
  ...generationHoles,
  ...workflowHoles,
  ...messageKeyHoles,
  ...messageHoles,
  ...cryptoHoles,
]
