import { refreshServices } from '#entities/commission/service/service-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { servicesMessages } from './services.i18n.ts'

export function ServicesUnread() {
  const m = useMessages(servicesMessages)
  const retry = (
    <Button size="sm" variant="line" onClick={() => void refreshServices()}>
      {m.retry}
    </Button>
  )
  return <Alert tone="danger" title={m.unread} action={retry} />
}
