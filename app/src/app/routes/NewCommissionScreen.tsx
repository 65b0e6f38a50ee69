import { isUuid } from '#data/uuid.ts'
import { RequestView } from '#features/orders/request/RequestView.tsx'
import { usePlace } from '#navigation/use-place.ts'

import { NotFoundScreen } from './NotFoundScreen.tsx'

/** `/commissions/new?service={id}`: asks its creator for something. */
export function NewCommissionScreen() {
  const { search } = usePlace()
  const { service = '' } = search
  return isUuid(service) ? <RequestView key={service} id={service} /> : <NotFoundScreen />
}
