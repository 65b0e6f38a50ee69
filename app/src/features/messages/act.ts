import { DataError } from '#data/rest.ts'
import { errorWords } from '#i18n/errors.i18n.ts'
import { currentMessages, defineMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

/** Does it, or says why not. */
export async function tryToAct(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    tellFailure(error)
  }
}

function tellFailure(error: unknown): void {
  const m = currentMessages(actMessages)
  const hint = error instanceof DataError ? error.hint : null
  const known: Record<string, string> = {
    cannot_message: m.cannotMessage,
    too_many_conversations: m.tooMany,
    group_full: m.groupFull,
    not_allowed: currentMessages(errorWords).notAllowed,
    history_not_shared: m.historyNotShared,
  }
  toast({ tone: 'danger', title: m.failed, description: (hint && known[hint]) || m.tryAgain })
}

const actMessages = defineMessages({
  fr: {
    failed: 'Cela n’a pas pu être fait',
    tryAgain: 'Vérifiez votre réseau, puis réessayez.',
    cannotMessage: 'Cette personne ne reçoit pas de messages de votre part.',
    tooMany: 'Vous avez ouvert beaucoup de conversations aujourd’hui. Réessayez demain.',
    groupFull: 'Un groupe compte 50 personnes au plus.',
    historyNotShared: 'La personne est dans le groupe, mais l’historique n’a pas pu lui être transmis.',
  },
  en: {
    failed: 'That could not be done',
    tryAgain: 'Check your network and try again.',
    cannotMessage: 'This person does not receive messages from you.',
    tooMany: 'You opened many conversations today. Try again tomorrow.',
    groupFull: 'A group has at most 50 people.',
    historyNotShared: 'They are in the group, but the history could not be passed on to them.',
  },
})
