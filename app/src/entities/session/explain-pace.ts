/** Why somebody is slowed down: each kind of act has its pace, far above what anybody does by hand. */
import { DataError } from '#data/rest.ts'
import { currentMessages, defineMessages } from '#i18n/messages.ts'

const messages = defineMessages({
  fr: {
    too_many_likes: 'Vous avez donné beaucoup de « J’aime » en une heure.',
    too_many_saves: 'Vous avez enregistré beaucoup de publications en une heure.',
    too_many_hides: 'Vous avez masqué beaucoup de publications en une heure.',
    too_many_blocks: 'Vous avez bloqué beaucoup de personnes en une heure.',
    too_many_posts: 'Vous avez publié beaucoup d’images en une heure.',
    too_many_edits: 'Vous avez modifié beaucoup de publications en une heure.',
    too_many_follows: 'Vous avez suivi beaucoup de monde en une heure.',
    too_many_privacy_changes: 'Votre compte a souvent changé entre privé et public depuis une heure.',
    in: (minutes: number) => `Réessayez dans ${minutes} min.`,
    later: 'Réessayez plus tard.',
  },
  en: {
    too_many_likes: 'You liked a great deal within an hour.',
    too_many_saves: 'You saved a great many posts within an hour.',
    too_many_hides: 'You hid a great many posts within an hour.',
    too_many_blocks: 'You blocked a great many people within an hour.',
    too_many_posts: 'You published a great many images within an hour.',
    too_many_edits: 'You edited a great many posts within an hour.',
    too_many_follows: 'You followed a great many within an hour.',
    too_many_privacy_changes: 'Your account went between private and public many times within an hour.',
    in: (minutes: number) => `Try again in ${minutes} min.`,
    later: 'Try again later.',
  },
})

type Words = (typeof messages)['fr']
type PaceCode = Extract<keyof Words, `too_many_${string}`>

/** What to tell them, with how long it lasts where the server says it; null for any other failure. */
export function explainPace(error: unknown): string | null {
  if (!(error instanceof DataError)) return null
  const m = currentMessages(messages)
  if (!isPaceCode(error.hint, m)) return null
  const seconds = Number(error.details)
  return `${m[error.hint]} ${seconds > 0 ? m.in(Math.ceil(seconds / 60)) : m.later}`
}

function isPaceCode(hint: string | undefined, m: Words): hint is PaceCode {
  return hint !== undefined && hint.startsWith('too_many_') && Object.hasOwn(m, hint)
}
