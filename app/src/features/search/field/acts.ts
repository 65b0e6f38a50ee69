/** « Actions »: where one goes and what one begins by typing its name, in the box in which one searches. */
import { openModal } from '#entities/session/modals.ts'
import { currentMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'

import { beginsLike } from '../search-text.ts'
import { actMessages } from './acts.i18n.ts'

export interface Act {
  readonly kind: 'act'
  readonly id: keyof typeof acts
  readonly title: string
}

const most = 3
/** Articles inside a name call nothing: « la » is not meant for « Classement de la semaine ». */
const longestArticle = 3

const acts = {
  create: () => openModal('create'),
  images: () => openModal('images'),
  message: () => openModal('write'),
  messages: () => navigate({ to: paths.messages }),
  notifications: () => navigate({ to: paths.notifications }),
  profile: () => navigate({ to: paths.ownProfile }),
  credits: () => navigate({ to: paths.payment }),
  workflows: () => navigate({ to: paths.workflows }),
  commissions: () => navigate({ to: paths.commissions }),
  stats: () => navigate({ to: paths.stats }),
  creator: () => navigate({ to: paths.creator }),
  challenges: () => navigate({ to: paths.challenges }),
  leaders: () => navigate({ to: paths.leaders }),
  settings: () => navigate({ to: paths.settings }),
  display: () => navigate({ to: paths.settings, search: { section: 'display' } }),
  privacy: () => navigate({ to: paths.settings, search: { section: 'privacy' } }),
  security: () => navigate({ to: paths.settings, search: { section: 'security' } }),
  shortcuts: () => openModal('shortcuts'),
} as const
const ids = Object.keys(acts) as (keyof typeof acts)[]

/** Those whose name, or one of its words, begins so. */
export function actsFor(typed: string): readonly Act[] {
  const m = currentMessages(actMessages)
  const named = ids.map((id) => ({ kind: 'act', id, title: m[id] }) as const)
  return named.filter(({ title }) => isCalled(title, typed)).slice(0, most)
}

/** Never by what is a person's or a hashtag's. */
function isCalled(title: string, typed: string): boolean {
  if (/^\s*[@#]/u.test(typed)) return false
  const words = title.split(' ')
  return words.some(
    (word, at) => (at === 0 || word.length > longestArticle) && beginsLike(words.slice(at).join(' '), typed),
  )
}

export function runAct(act: Act): void {
  acts[act.id]()
}
