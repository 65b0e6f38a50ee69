import { useMutation } from '@tanstack/react-query'

import { queryClient } from '#data/query-client.ts'
import { unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { notificationQueries } from '#entities/notification/notification-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { toast } from '#ui/toast/toast.ts'

import { notificationsMessages } from './notifications.i18n.ts'

/** Yes or no to who asks to follow; the row goes when it is answered. */
export function RequestAnswer({ personId, userId }: { personId: string; userId: string }) {
  const m = useMessages(notificationsMessages)
  const answer = useMutation({
    mutationFn: async (accept: boolean) =>
      unwrap(await (await supabase()).rpc('answer_follow' as never, { follower: personId, accept } as never)),
    onError: () => toast({ tone: 'danger', title: m.failedAct, description: m.tryAgain }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationQueries.root(userId) }),
  })
  return (
    <div className="relative z-1 mt-2 flex gap-2">
      <Button variant="ink" size="sm" disabled={answer.isPending} onClick={() => answer.mutate(true)}>
        {m.accept}
      </Button>
      <Button variant="line" size="sm" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
        {m.decline}
      </Button>
    </div>
  )
}
