import type { Hole } from './hole.ts'
import { orderHoles } from './orders.ts'
import { authAppHoles } from './platform/auth-app.ts'
import { entranceHoles } from './platform/auth-entrances.ts'
import { factorHoles } from './platform/auth-factors.ts'
import { authOracleHoles } from './platform/auth-oracles.ts'
import { authRequestHoles } from './platform/auth-requests.ts'
import { authThreatHoles } from './platform/auth-threats.ts'
import { authHoles } from './platform/auth.ts'
import { databaseHoles } from './platform/database.ts'
import { realtimeHoles } from './platform/realtime.ts'
import { restHoles } from './platform/rest.ts'
import { revocationHoles } from './platform/revocations.ts'
import { storageHoles } from './platform/storage.ts'
import { creatorHoles } from './product/creators.ts'
import { cryptoHoles } from './product/crypto.ts'
import { engineHoles } from './product/engines.ts'
import { feedHoles } from './product/feed.ts'
import { generationHoles } from './product/generation.ts'
import { intelligenceHoles } from './product/intelligence.ts'
import { ledgerHoles } from './product/ledger.ts'
import { lineageHoles } from './product/lineage.ts'
import { messageKeyHoles } from './product/message-keys.ts'
import { messageRequestHoles } from './product/message-requests.ts'
import { messageHoles } from './product/messages.ts'
import { notificationHoles } from './product/notifications.ts'
import { ownEngineHoles } from './product/own-engines.ts'
import { paymentHoles } from './product/payments.ts'
import { peopleHoles } from './product/people.ts'
import { postHoles } from './product/posts.ts'
import { productHoles } from './product/product.ts'
import { safetyHoles } from './product/safety.ts'
import { shareHoles } from './product/shares.ts'
import { workflowHoles } from './product/workflow.ts'

export const allHoles: readonly Hole[] = [
  ...databaseHoles,
  ...authHoles,
  ...entranceHoles,
  ...factorHoles,
  ...authThreatHoles,
  ...authOracleHoles,
  ...authRequestHoles,
  ...authAppHoles,
  ...revocationHoles,
  ...restHoles,
  ...storageHoles,
  ...realtimeHoles,
  ...ledgerHoles,
  ...paymentHoles,
  ...orderHoles,
  ...creatorHoles,
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
  ...shareHoles,
  ...generationHoles,
  ...workflowHoles,
  ...messageKeyHoles,
  ...messageHoles,
  ...messageRequestHoles,
  ...cryptoHoles,
]
