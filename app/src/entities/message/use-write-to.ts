import { useQuery } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import { call } from '#data/wire.ts'
import { useSignInSearch } from '#entities/session/use-sign-in-search.ts'
import { defineMessages, currentMessages, useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigate, type Manner } from '#navigation/place.ts'
import { toast } from '#ui/toast/toast.ts'

const messages = defineMessages({
  fr: {
    refused: 'Cette personne ne reçoit pas de messages de votre part.',
    tooMany: 'Vous avez ouvert beaucoup de conversations aujourd’hui. Réessayez demain.',
    failed: 'La conversation n’a pas pu s’ouvrir. Vérifiez votre réseau, puis réessayez.',
  },
  en: {
    refused: 'This person does not receive messages from you.',
    tooMany: 'You opened many conversations today. Try again tomorrow.',
    failed: 'The conversation could not be opened. Check your network and try again.',
  },
})

/** Why one cannot write to somebody; null where one can, or where it is not known. */
export function useCannotWriteTo(personId: string): string | null {
  const m = useMessages(messages)
  const userId = useUserId()
  const { data } = useQuery({
    queryKey: ['may-write-to', userId, personId],
    queryFn: ({ signal }) => call('may_write_to', { person: personId }, { signal }),
    enabled: userId !== null,
    staleTime: 60_000,
  })
  return data === false ? m.refused : null
}

/** Goes to the conversation with somebody, the one that exists or a new one; a visitor signs in first. */
export function useWriteTo(personId: string): () => void {
  const userId = useUserId()
  const search = useSignInSearch()
  return () => {
    if (userId === null) navigate({ to: paths.auth, search })
    else void openConversation(personId)
  }
}

/** The same for whoever is signed in. */
export async function openConversation(personId: string, manner: Manner = {}): Promise<void> {
  try {
    const { startConversation } = await import('./conversation-acts.ts')
    navigate({ to: paths.messages, search: { conversation: await startConversation(personId) } }, manner)
  } catch (error) {
    toast({ tone: 'danger', title: wordRefusal(error) })
  }
}

function wordRefusal(error: unknown): string {
  const m = currentMessages(messages)
  const hint = error instanceof Error && 'hint' in error ? error.hint : null
  if (hint === 'cannot_message') return m.refused
  return hint === 'too_many_conversations' ? m.tooMany : m.failed
}
