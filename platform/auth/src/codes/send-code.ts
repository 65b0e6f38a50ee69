/** Codes and links to people: issued inside the transaction that needs them, sent once it has committed. */
import type { WriteTransaction } from '@platform/database'
import type { FastifyRequest } from 'fastify'

import { limitByNetwork, takeToken, type Auth } from '../auth.ts'
import type { Language } from '../config.ts'
import type { Send, TextMessage } from '../delivery/delivery.ts'
import { chooseLanguage, composeMail, composeText } from '../delivery/mail/compose-mail.ts'
import type { MailKind } from '../delivery/mail/mail-texts.ts'
import { authErrors } from '../errors.ts'
import { issueToken, type IssuedToken, type NewOneTimeToken } from '../store/one-time-tokens.ts'
import type { Address, Json } from '../store/users.ts'

/** What a caller's request says about the messages that follow from it. */
export interface Correspondence {
  readonly redirectTo: string | null
  readonly acceptLanguage: string | undefined
  readonly challenge: string | null
}

export function correspondenceOf(request: FastifyRequest, challenge: string | null): Correspondence {
  const { redirect_to: query } = request.query as { redirect_to?: unknown }
  const wish = query ?? request.headers['redirect_to']
  return {
    redirectTo: typeof wish === 'string' && wish !== '' ? wish : null,
    acceptLanguage: request.headers['accept-language'],
    challenge,
  }
}

export type { Send } from '../delivery/delivery.ts'

const SENT_AT: Readonly<Record<MailKind, string | null>> = {
  confirmation: 'confirmation_sent_at',
  'magic-link': 'recovery_sent_at',
  recovery: 'recovery_sent_at',
  invite: 'invited_at',
  'email-change-current': 'email_change_sent_at',
  'email-change-new': 'email_change_sent_at',
  reauthentication: 'reauthentication_sent_at',
  'already-registered': null,
  'password-changed': null,
}

/** The `type` that a link of each kind carries to `GET /verify`. */
const LINK_TYPES: Readonly<Record<MailKind, string | null>> = {
  confirmation: 'signup',
  'magic-link': 'magiclink',
  recovery: 'recovery',
  invite: 'invite',
  'email-change-current': 'email_change',
  'email-change-new': 'email_change',
  reauthentication: null,
  'already-registered': null,
  'password-changed': null,
}

export interface MailOrder extends Pick<NewOneTimeToken, 'type' | 'method'> {
  readonly kind: MailKind
  readonly user: { readonly id: string; readonly raw_user_meta_data: Json | null }
  readonly to: string
}

export async function issueMail(
  tx: WriteTransaction,
  auth: Auth,
  order: MailOrder,
  correspondence: Correspondence,
): Promise<Send> {
  const { kind, user, to, type, method } = order
  const { challenge } = correspondence
  const issued = await issueToken(tx, { userId: user.id, type, method, relatesTo: to, challenge }, auth.config.codes)
  const sentAt = SENT_AT[kind]
  if (sentAt !== null) await tx.execute(`update auth.users set ${sentAt} = now() where id = $1`, [user.id])
  const linkType = LINK_TYPES[kind]
  const link = linkType === null ? {} : { link: linkTo(auth, issued, linkType, correspondence.redirectTo) }
  const language = languageOf(auth, user.raw_user_meta_data, correspondence)
  const mail = composeMail({ kind, to, language, code: issued.code, ...link }, auth.config)
  return auth.delivery.mail(tx, mail)
}

/** An address that means the same inside of another stays as people wrote it. */
const readable = (address: string) => (/^[\w.~:/@-]+$/.test(address) ? address : encodeURIComponent(address))

export function linkTo(auth: Auth, issued: IssuedToken, type: string, redirectTo: string | null): string {
  const query = new URLSearchParams({ token: issued.linkToken, type })
  const redirect = redirectTo === null ? '' : `&redirect_to=${readable(redirectTo)}`
  return `${auth.config.apiUrl}/verify?${query.toString()}${redirect}`
}

export interface TextOrder extends Pick<NewOneTimeToken, 'type' | 'method'> {
  readonly user: { readonly id: string; readonly raw_user_meta_data: Json | null }
  readonly to: string
  readonly channel: TextMessage['channel']
}

export async function issueText(
  tx: WriteTransaction,
  auth: Auth,
  order: TextOrder,
  correspondence: Correspondence,
): Promise<Send> {
  const message = await prepareText(tx, auth, order, correspondence)
  return () => {
    if (message !== null) auth.delivery.text(message)
  }
}

/** The text of a new code; null for a number whose code is configured, for tests: nothing is sent there. */
export async function prepareText(
  tx: WriteTransaction,
  auth: Auth,
  order: TextOrder,
  correspondence: Correspondence,
): Promise<TextMessage | null> {
  const { user, to, type, method, channel } = order
  const { codes, phone } = auth.config
  const testCode = Object.hasOwn(phone.testCodes, to) ? phone.testCodes[to] : undefined
  const token = { userId: user.id, type, method, relatesTo: to, challenge: null }
  const issued = await issueToken(tx, testCode === undefined ? token : { ...token, code: testCode }, codes)
  const sentAt = { phone_change: 'phone_change_sent_at', reauthentication: 'reauthentication_sent_at' }[type as string]
  await tx.execute(`update auth.users set ${sentAt ?? 'confirmation_sent_at'} = now() where id = $1`, [user.id])
  if (testCode !== undefined) return null
  const language = languageOf(auth, user.raw_user_meta_data, correspondence)
  const text = composeText(language, issued.code, auth.config)
  return { to, text, channel, code: issued.code, language }
}

export function languageOf(auth: Auth, metadata: Json | null, { acceptLanguage }: Correspondence): Language {
  return chooseLanguage(metadata, acceptLanguage, auth.config.messages.language)
}

export const textOf = (address: Address): string => (address.kind === 'email' ? address.email : address.phone)

/** Spends what `limitSending` does on an address that the request did not name; whoever asked is told nothing of it. */
export async function mayWriteTo(auth: Auth, to: string): Promise<boolean> {
  if ((await takeToken(auth, 'messagePause', to)) > 0) return false
  return (await takeToken(auth, 'messagesPerAddress', to)) === 0
}

/**
 * The same for an address with and without an account, so that a refusal tells nothing (THREATS A-13).
 * @throws {AuthError} 429
 */
export async function limitSending(auth: Auth, request: FastifyRequest, address: Address): Promise<void> {
  await limitByNetwork(auth, 'sendMessage', request)
  const isMail = address.kind === 'email'
  const key = textOf(address)
  const pause = await takeToken(auth, 'messagePause', key)
  if (pause > 0) throw authErrors.tooSoon(isMail ? 'email' : 'sms', pause)
  const wait = await takeToken(auth, 'messagesPerAddress', key)
  if (wait > 0) throw isMail ? authErrors.tooManyMails(wait) : authErrors.tooManySms(wait)
}
