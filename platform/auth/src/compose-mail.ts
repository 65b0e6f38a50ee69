/** From a kind of message and its facts to a mail in plain text and HTML. Pure. */
import type { AuthConfig, Language } from './config.ts'
import { wordings, type MailKind } from './mail-texts.ts'
import type { Mail } from './messages.ts'

export interface MailFacts {
  readonly kind: MailKind
  readonly to: string
  readonly language: Language
  readonly link?: string
  readonly code?: string
}

export function composeMail(facts: MailFacts, config: Pick<AuthConfig, 'messages' | 'codes'>): Mail {
  const wording = wordings[facts.language]
  const { subject, lead, action } = wording.mails[facts.kind]
  const { productName } = config.messages
  const minutes = Math.round(config.codes.seconds / 60)
  const link = action === null ? undefined : facts.link
  const codeLead = link === undefined ? '' : wording.code
  const isTimed = link !== undefined || facts.code !== undefined
  const lines = [lead, link, codeLead, facts.code, isTimed ? wording.expires(minutes) : '', wording.ignore, productName]
  return {
    to: facts.to,
    subject: `${subject} · ${productName}`,
    text: `${lines.filter(Boolean).join('\n\n')}\n`,
    html: page(facts.language, [
      heading(productName),
      paragraph(lead),
      link === undefined ? '' : button(link, action ?? ''),
      facts.code === undefined ? '' : paragraph(codeLead) + codeBox(facts.code),
      isTimed ? small(wording.expires(minutes)) : '',
      small(wording.ignore),
    ]),
  }
}

/** The message of a phone code. */
export function composeText(language: Language, code: string, config: Pick<AuthConfig, 'messages' | 'codes'>): string {
  return wordings[language].text(config.messages.productName, code, Math.round(config.codes.seconds / 60))
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

function page(language: Language, parts: readonly string[]): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"></head><body style="margin:0;padding:32px 16px;font-family:system-ui,sans-serif;line-height:1.5">
<div style="max-width:480px;margin:0 auto">${parts.join('')}</div></body></html>`
}

const heading = (text: string) => `<p style="font-size:20px;font-weight:700;margin:0 0 24px">${escape(text)}</p>`
const paragraph = (text: string) => (text === '' ? '' : `<p style="font-size:16px;margin:0 0 16px">${escape(text)}</p>`)
const small = (text: string) => `<p style="font-size:13px;opacity:.7;margin:0 0 8px">${escape(text)}</p>`
const codeBox = (code: string) =>
  `<p style="font-size:28px;font-weight:700;letter-spacing:6px;margin:0 0 24px">${escape(code)}</p>`
const button = (link: string, label: string) =>
  `<p style="margin:0 0 24px"><a href="${escape(link)}" style="display:inline-block;padding:12px 20px;border-radius:12px;background:#1f1b16;color:#fff;text-decoration:none;font-weight:600">${escape(label)}</a></p>`

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
