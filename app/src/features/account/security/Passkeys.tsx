import { useMutation, useQuery } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'

import { useMessages } from '#i18n/messages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { toast } from '#ui/toast/toast.ts'

import { addPasskeyMutation, passkeysQuery, removePasskeyMutation } from './security-data.ts'
import { securityMessages } from './security.i18n.ts'
import { useRefusal } from './use-refusal.ts'

export function Passkeys() {
  const m = useMessages(securityMessages)
  const language = useLanguage()
  const refuse = useRefusal()
  const { data: passkeys = [] } = useQuery(passkeysQuery)
  const add = useMutation(addPasskeyMutation)
  const remove = useMutation(removePasskeyMutation)
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' })
  return (
    <div className="mt-2 grid gap-1 pl-9">
      <ul className="grid gap-1">
        {passkeys.map(({ id, friendly_name: given, created_at: at }, index) => {
          const name = given || m.passkeyName(index + 1)
          return (
            <li key={id} className="flex items-center gap-2 text-sm">
              <span className="min-w-0 flex-1 truncate">
                {name} <span className="text-xs text-text-3">{m.addedOn(day.format(new Date(at)))}</span>
              </span>
              <IconButton
                label={m.remove(name)}
                icon={<Trash2 aria-hidden="true" className="size-5" strokeWidth={1.75} />}
                disabled={remove.isPending}
                onClick={() =>
                  remove.mutate(id, { onSuccess: () => toast({ title: m.passkeyRemoved }), onError: refuse })
                }
              />
            </li>
          )
        })}
      </ul>
      <Button
        className="justify-self-start"
        busyLabel={add.isPending && m.adding}
        onClick={() => add.mutate(undefined, { onSuccess: () => toast({ title: m.passkeyAdded }), onError: refuse })}
      >
        {m.add}
      </Button>
    </div>
  )
}
