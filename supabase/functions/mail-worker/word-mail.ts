/** One mail for all that one person has not seen: the sentence itself where there is one, else how many of what. Pure. */
import { firstCharacters, notificationPath } from '../_shared/contract/src/index.ts'
import { wordDigest } from '../_shared/notices/word-digest.ts'
import { wordNotice, type Notice } from '../_shared/notices/word-notice.ts'

/** What the database hands to whoever sends. */
export interface MailJob {
  readonly user_id: string
  /** Ends these mails without a session. */
  readonly token: string
  readonly language: Language
  /** Newest first. */
  readonly entries: readonly Notice[]
}

type Language = 'fr' | 'en'

const mostLines = 8
const maxLine = 200

const words = {
  fr: {
    some: 'Du nouveau sur Cortexia',
    lead: 'Voici ce qui vous attend.',
    from: (who: string) => `${who} vous a écrit`,
    written: (count: number) => `${count} nouveaux messages`,
    more: (count: number) => (count === 1 ? 'Et une autre nouveauté.' : `Et ${count} autres nouveautés.`),
    see: 'Voir',
    all: 'Tout voir',
    stop: 'Ne plus recevoir ces e-mails',
  },
  en: {
    some: 'News on Cortexia',
    lead: 'Here is what awaits you.',
    from: (who: string) => `${who} wrote to you`,
    written: (count: number) => `${count} new messages`,
    more: (count: number) => (count === 1 ? 'And one more.' : `And ${count} more.`),
    see: 'See it',
    all: 'See all',
    stop: 'Stop these e-mails',
  },
}

interface Line {
  readonly text: string
  readonly path: string
}

export function wordMail({ language, token, entries }: MailJob) {
  const w = words[language]
  const lines = linesOf(entries, language)
  const [first = { text: w.some, path: '/notifications' }, ...others] = lines
  const isOne = others.length === 0
  const rest = lines.slice(mostLines)
  const query = `?token=${token}`
  return {
    subject: firstCharacters(isOne ? first.text : summaryOf(entries, language), 120),
    lead: isOne ? `${first.text}.` : w.lead,
    notes: isOne
      ? []
      : [
          ...lines.slice(0, mostLines).map(({ text }) => `· ${text}`),
          ...(rest.length === 0 ? [] : [w.more(rest.length)]),
        ],
    button: { path: isOne ? first.path : '/notifications', label: isOne ? w.see : w.all },
    unsubscribe: {
      page: `/unsubscribe${query}`,
      label: w.stop,
      one_click: `/functions/v1/mail-unsubscribe${query}`,
    },
  }
}

function linesOf(entries: readonly Notice[], language: Language): Line[] {
  const told = [...messagesIn(entries, language), ...entries.filter(({ type }) => type !== 'message').map(lineOf)]
  const byText = Map.groupBy(
    told.filter(({ text }) => text !== ''),
    ({ text }) => text,
  )
  return [...byText].map(([text, { length: times, 0: line }]) => ({
    text: times === 1 ? text : `${text} ×${times}`,
    path: line!.path,
  }))

  function lineOf(entry: Notice): Line {
    return {
      text: firstCharacters(wordNotice(entry, language), maxLine),
      path: notificationPath(entry.type, entry.data),
    }
  }
}

/** Each conversation is told once, however much was written there. */
function messagesIn(entries: readonly Notice[], language: Language): Line[] {
  const byConversation = Map.groupBy(
    entries.filter(({ type }) => type === 'message'),
    ({ data }) => data['conversation_id'],
  )
  return [...byConversation.values()].map(([newest]) => ({
    text: words[language].from(wordNotice(newest!, language)),
    path: notificationPath('message', newest!.data),
  }))
}

/** « 2 nouveaux messages · 12 j’aime »; where nothing can be counted: that there is something. */
function summaryOf(entries: readonly Notice[], language: Language): string {
  const counts: Record<string, number> = {}
  for (const { type, actors_count: acts } of entries) counts[type] = (counts[type] ?? 0) + Math.max(acts, 1)
  const { message = 0, ...others } = counts
  const written = message > 1 ? words[language].written(message) : ''
  const counted = wordDigest(others, language).body
  return [written, counted].filter(Boolean).join(' · ') || words[language].some
}
