import { useMutation, useQuery } from '@tanstack/react-query'
import AppWindow from 'lucide-react/icons/app-window'

import { entrySettingsQuery } from '#entities/session/entry-settings.ts'
import { useMessages } from '#i18n/messages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/Button.tsx'
import { toast } from '#ui/toast/toast.ts'

import { SecurityRow } from '../security/SecurityRow.tsx'
import { grantsQuery, revokeMutation } from './apps-data.ts'
import { appsMessages } from './apps.i18n.ts'

/** Apps of others that one has let in; nothing where there are none. */
export function Apps() {
  const m = useMessages(appsMessages)
  const day = new Intl.DateTimeFormat(useLanguage(), { dateStyle: 'long' })
  const { data: settings } = useQuery(entrySettingsQuery)
  const { data: grants = [] } = useQuery({ ...grantsQuery, enabled: settings?.apps === true })
  const { mutate, isPending } = useMutation(revokeMutation)
  if (grants.length === 0) return null
  const withdraw = (id: string) =>
    mutate(id, {
      onSuccess: () => toast({ title: m.withdrawn }),
      onError: () => toast({ title: m.notWithdrawn, tone: 'danger' }),
    })
  return (
    <section className="card" aria-labelledby="apps">
      <h2 id="apps">{m.apps}</h2>
      <ul className="mt-1 divide-y divide-line">
        {grants.map(({ client, granted_at: at }) => (
          <SecurityRow
            key={client.id}
            icon={AppWindow}
            name={client.name}
            help={m.since(day.format(new Date(at)))}
            action={
              <Button
                size="sm"
                aria-label={m.withdrawFrom(client.name)}
                disabled={isPending}
                onClick={() => withdraw(client.id)}
              >
                {m.withdraw}
              </Button>
            }
          />
        ))}
      </ul>
    </section>
  )
}
