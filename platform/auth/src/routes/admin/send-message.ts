import { systemSession } from '@platform/database'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { parsePhone } from '../../accounts/address.ts'
import type { Auth } from '../../auth.ts'
import { chooseLanguage, composeLetter, type Letter } from '../../delivery/mail/compose-mail.ts'
import { authErrors } from '../../errors.ts'
import { requireAdmin } from '../../requests/caller.ts'
import { readBody } from '../../requests/read-body.ts'
import { findUserById, type UserRow } from '../../store/users.ts'

const line = v.pipe(v.string(), v.minLength(1), v.maxLength(1000))
/** A path of the site: no mail of ours leads anywhere else. */
const path = v.pipe(v.string(), v.regex(/^\/(?![/\\])[^\s\\]*$/), v.maxLength(300))
const letterWords = v.object({
  subject: v.pipe(line, v.regex(/^[^\r\n]+$/)),
  lead: line,
  notes: v.optional(v.pipe(v.array(line), v.maxLength(10)), []),
  button: v.nullish(v.object({ path, label: line }), null),
  unsubscribe: v.nullish(v.object({ page: path, label: line, one_click: path }), null),
})

const message = v.variant('channel', [
  v.object({
    channel: v.literal('email'),
    user_id: v.pipe(v.string(), v.uuid()),
    words: v.object({ en: letterWords, fr: letterWords }),
    /** Where the product knows better than the account. */
    language: v.nullish(v.picklist(['en', 'fr'])),
  }),
  v.object({
    channel: v.picklist(['sms', 'whatsapp']),
    user_id: v.pipe(v.string(), v.uuid()),
    phone: v.string(),
    code: v.pipe(v.string(), v.regex(/^\d{4,10}$/)),
    words: v.object({ en: line, fr: line }),
  }),
])

type Order = v.InferOutput<typeof message>

/**
 * POST /admin/messages: what the product has to tell somebody, in its own words, by mail to their proven address or as a
 * code to a number that they say is theirs.
 */
export function sendMessage(auth: Auth) {
  return async (request: FastifyRequest) => {
    await requireAdmin(auth, request)
    const order = readBody(request, message)
    const found = await auth.database.read(systemSession, (tx) => findUserById(tx, order.user_id))
    if (found === null) throw authErrors.userNotFound()
    return order.channel === 'email' ? { queued: await mail(auth, found.user, order) } : text(auth, found.user, order)
  }
}

const languageOf = (auth: Auth, { raw_user_meta_data: metadata }: UserRow) =>
  chooseLanguage(metadata, undefined, auth.config.messages.language)

/** False where nobody has proven that the address is theirs. */
async function mail(auth: Auth, user: UserRow, order: Extract<Order, { channel: 'email' }>): Promise<boolean> {
  const { email: to, email_confirmed_at: provenAt } = user
  if (!to || provenAt === null) return false
  const language = order.language ?? languageOf(auth, user)
  const { button, unsubscribe, ...words } = order.words[language]
  const at = (path: string) => new URL(path, auth.config.siteUrl).href
  const letter: Letter = {
    ...words,
    button: button && { label: button.label, link: at(button.path) },
    unsubscribe: unsubscribe && {
      label: unsubscribe.label,
      page: at(unsubscribe.page),
      // NOTE: asked of the server itself, wherever the site is.
      oneClick: new URL(unsubscribe.one_click, auth.config.apiUrl).href,
    },
  }
  const composed = composeLetter(letter, { to, language }, auth.config)
  const send = await auth.database.write(systemSession, (tx) => auth.delivery.mail(tx, composed))
  send()
  return true
}

/** Waits for the service: whoever asked for a code is told when it cannot be sent. */
async function text(auth: Auth, user: UserRow, order: Exclude<Order, { channel: 'email' }>) {
  const { channel, code, words } = order
  const language = languageOf(auth, user)
  const to = parsePhone(order.phone)
  const name = await auth.delivery.textNow({ to, text: words[language], channel, code, language })
  return { queued: true, message_id: name }
}
