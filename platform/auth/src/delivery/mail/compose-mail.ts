/** From a kind of message and its facts to a mail in plain text and HTML. Pure. */
import type { AuthConfig, Language } from '../../config.ts'
import { layOut } from './layout.ts'
import { lifeInWords, wordings, type MailKind } from './mail-texts.ts'
import type { Mail } from './mail.ts'

export interface MailFacts {
  readonly kind: MailKind
  readonly to: string
  readonly language: Language
  readonly link?: string
  readonly code?: string
}

type MailConfig = Pick<AuthConfig, 'messages' | 'codes'>

export function composeMail(facts: MailFacts, { messages, codes }: MailConfig): Mail {
  const { kind, to, language, code } = facts
  const wording = wordings[language]
  const { subject, lead, action, unexpected } = wording.mails[kind]
  const { productName, brand } = messages
  const link = action === null ? undefined : facts.link
  const codeLead = link === undefined ? wording.code : wording.codeBesideLink
  const isTimed = code !== undefined
  const expires = isTimed ? wording.expires(lifeInWords(codes.seconds, language)) : ''
  const notes = [expires, isTimed && link === undefined ? wording.secret : '', unexpected].filter(Boolean)
  const footer = wording.sentTo(to, productName)
  const lines = [lead, link, isTimed ? `${codeLead} ${code}` : '', ...notes, footer]
  return {
    to,
    subject: `${subject} · ${productName}`,
    text: `${lines.filter(Boolean).join('\n\n')}\n`,
    html: layOut({
      language,
      brand,
      product: productName,
      title: subject,
      lead,
      button: link === undefined ? null : { link, label: action!, address: wording.address },
      code: isTimed ? { lead: codeLead, code } : null,
      notes,
      footer,
    }),
  }
}

/** A mail of the product's own, in words of its own. */
export interface Letter {
  readonly subject: string
  readonly lead: string
  readonly notes: readonly string[]
  readonly button: { readonly link: string; readonly label: string } | null
  /** How to get no more of these: by a page, and by a POST from the mail program itself (RFC 8058). */
  readonly unsubscribe?: { readonly page: string; readonly label: string; readonly oneClick: string } | null
}

/** In the look of all other mails, so that whoever gets it knows whom it is from. */
export function composeLetter(
  { subject, lead, notes, button, unsubscribe = null }: Letter,
  { to, language }: Pick<MailFacts, 'to' | 'language'>,
  { messages: { productName, brand } }: MailConfig,
): Mail {
  const wording = wordings[language]
  const footer = wording.sentTo(to, productName)
  const ending = unsubscribe && `${unsubscribe.label}\n${unsubscribe.page}`
  const lines = [lead, button?.link, ...notes, footer, ending]
  return {
    ...(unsubscribe && { unsubscribe: unsubscribe.oneClick }),
    to,
    subject: `${subject} · ${productName}`,
    text: `${lines.filter(Boolean).join('\n\n')}\n`,
    html: layOut({
      language,
      brand,
      product: productName,
      title: subject,
      lead,
      button: button && { ...button, address: wording.address },
      code: null,
      notes,
      footer,
      ending: unsubscribe && { link: unsubscribe.page, label: unsubscribe.label },
    }),
  }
}

/** The message of a phone code. */
export function composeText(language: Language, code: string, { messages, codes }: MailConfig): string {
  return wordings[language].text(messages.productName, code, lifeInWords(codes.seconds, language))
}

/** The language a person reads: of their account, else of their browser, else the configured one. */
export function chooseLanguage(
  metadata: Readonly<Record<string, unknown>> | null,
  acceptLanguage: string | undefined,
  fallback: Language,
): Language {
  for (const wish of [metadata?.['language'], metadata?.['locale'], acceptLanguage]) {
    const found = typeof wish === 'string' ? /\b(en|fr)\b/i.exec(wish)?.[1]?.toLowerCase() : undefined
    if (found === 'en' || found === 'fr') return found
  }
  return fallback
}
