import { useQuery } from '@tanstack/react-query'

import { useMessages } from '#i18n/messages.ts'
import { Alert } from '#ui/feedback/Alert.tsx'

import { serviceQueries } from './service-queries.ts'
import { serviceMessages } from './service.i18n.ts'

/** As long as nobody may be paid for an order, it is said wherever one would be asked for. */
export function OrdersSoon() {
  const m = useMessages(serviceMessages)
  const { data: isOpen } = useQuery(serviceQueries.areOrdersOpen())
  return isOpen === false && <Alert tone="info">{m.soon}</Alert>
}
