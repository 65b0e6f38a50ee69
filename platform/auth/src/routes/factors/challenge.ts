import { randomInt, randomUUID } from 'node:crypto'

import { systemSession } from '@platform/database'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { limitByNetwork, type Auth } from '../../auth.ts'
import { correspondenceOf, languageOf, limitSending } from '../../codes/send-code.ts'
import { composeText } from '../../delivery/mail/compose-mail.ts'
import { authErrors } from '../../errors.ts'
import { requirePerson } from '../../requests/caller.ts'
import { optionalText, readBody } from '../../requests/read-body.ts'
import { readChannel } from '../../requests/read-channel.ts'
import { findFactor, insertChallenge, lockFactor, type NewChallenge } from '../../store/factors.ts'
import type { FactorRow, UserRow } from '../../store/users.ts'
import { factorIdOf } from './factor-id.ts'
import { requireFactorSwitch } from './factor-switch.ts'
import { askForKey } from './security-key.ts'

const bodySchema = v.object({ channel: optionalText })

/** Who is to prove which factor, and what the request says about it. */
interface Asked {
  readonly request: FastifyRequest
  readonly user: UserRow
  readonly factor: FactorRow
}

/** POST /factors/:id/challenge. Of a security key's body nothing counts: we know our own relying party. */
export function challengeFactor(auth: Auth) {
  return async (request: FastifyRequest) => {
    const { user } = await requirePerson(auth, request)
    const factorId = factorIdOf(request)
    await limitByNetwork(auth, 'factors', request)
    const factor = await auth.database.read(systemSession, (tx) => findFactor(tx, { userId: user.id, factorId }))
    if (factor === null) throw authErrors.factorNotFound()
    requireFactorSwitch(auth, factor.factor_type, 'verify')
    const asked = { request, user, factor }
    if (factor.factor_type === 'phone') return challengePhone(auth, asked)
    if (factor.factor_type === 'webauthn') return challengeKey(auth, asked)
    return present(factor, await open(auth, asked, {}))
  }
}

async function challengePhone(auth: Auth, asked: Asked) {
  const { request, user, factor } = asked
  const to = factor.phone!
  const channel = readChannel({ phone: to, ...readBody(request, bodySchema) })
  await limitSending(auth, request, { kind: 'phone', phone: to })
  const { digits } = auth.config.codes
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  const opened = await open(auth, asked, { code })
  const language = languageOf(auth, user.raw_user_meta_data, correspondenceOf(request, null))
  const codes = { ...auth.config.codes, seconds: auth.config.factors.challengeSeconds }
  const text = composeText(language, code, { ...auth.config, codes })
  await auth.delivery.textNow({ to, text, channel, code, language })
  return present(factor, opened)
}

async function challengeKey(auth: Auth, asked: Asked) {
  const { user, factor } = asked
  const { key, ...webauthn } = await askForKey(auth, user, factor)
  return { ...present(factor, await open(auth, asked, { key })), webauthn }
}

const present = (factor: FactorRow, { id, expiresAt }: { id: string; expiresAt: number }) => ({
  id,
  type: factor.factor_type,
  expires_at: expiresAt,
})

async function open(
  auth: Auth,
  { request, user, factor }: Asked,
  expected: Pick<NewChallenge, 'code' | 'key'>,
): Promise<{ id: string; expiresAt: number }> {
  const seconds = auth.config.factors.challengeSeconds
  const id = randomUUID()
  const expiresAt = await auth.database.write(systemSession, async (tx) => {
    const found = await lockFactor(tx, { userId: user.id, factorId: factor.id })
    if (found === null) throw authErrors.factorNotFound()
    return insertChallenge(tx, { id, factorId: factor.id, ip: request.ip, seconds, ...expected })
  })
  return { id, expiresAt }
}
