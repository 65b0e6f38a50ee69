/** A message as whoever reported it shows it, and whether its author signed it so: only then does it count against anybody. */
import { useQuery } from '@tanstack/react-query'

import { useMessages } from '#i18n/messages.ts'
import { Alert } from '#ui/feedback/Alert.tsx'

import type { Content } from './moderation-api.ts'
import { moderationMessages } from './moderation.i18n.ts'

export function ShownMessage({ id, content }: { id: string; content: Content }) {
  const m = useMessages(moderationMessages)
  const { data: proof, isPending } = useQuery({
    queryKey: ['moderation', 'shown-message', id],
    queryFn: async () => {
      const { openDisclosed } = await import('#entities/message/disclose-message.ts')
      return openDisclosed(content)
    },
    staleTime: Infinity,
  })
  const isProved = proof?.isAsTold === true
  return (
    <>
      {content.text && <p className="prompt line-clamp-6 wrap-anywhere">{content.text}</p>}
      {!isPending && <Alert tone={isProved ? 'info' : 'danger'}>{isProved ? m.signed : m.unsigned}</Alert>}
    </>
  )
}
