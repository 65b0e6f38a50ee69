import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { useIsStaff } from '#entities/moderation/use-is-staff.ts'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { toast } from '#ui/toast/toast.ts'

import { challengesMessages } from './challenges.i18n.ts'
import { dropChallenge } from './staff-challenges.ts'

/** For the staff, after asking: nothing that was published goes with it. */
export function DropChallenge({ id }: { id: string }) {
  const m = useMessages(challengesMessages)
  const isStaff = useIsStaff()
  const [isAsking, setAsking] = useState(false)
  const dropping = useMutation({
    mutationFn: () => dropChallenge(id),
    onSuccess: () => {
      toast({ title: m.dropped })
      navigate({ to: paths.challenges })
    },
    onError: () => toast({ tone: 'danger', title: m.failed }),
  })
  if (!isStaff) return null
  return (
    <>
      <Button variant="line" onClick={() => setAsking(true)}>
        {m.drop}
      </Button>
      {isAsking && (
        <Dialog
          title={m.dropAsk}
          onClose={() => setAsking(false)}
          footer={
            <div className="flex flex-wrap-reverse gap-2">
              <Button className="flex-1" onClick={() => setAsking(false)}>
                {m.keep}
              </Button>
              <Button
                className="flex-1"
                variant="danger"
                busyLabel={dropping.isPending && m.opening}
                onClick={() => dropping.mutate()}
              >
                {m.drop}
              </Button>
            </div>
          }
        >
          <p>{m.dropText}</p>
        </Dialog>
      )}
    </>
  )
}
