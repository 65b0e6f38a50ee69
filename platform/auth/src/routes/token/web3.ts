import type { WriteTransaction } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { savingUser } from '../../accounts/create-user.ts'
import { clientOf, limitByNetwork, type Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { enterAccount } from '../../external/enter-account.ts'
import { requireForUs } from '../../external/web3/message-rules.ts'
import { chainTitle, parseSignInMessage, type Chain, type SignInMessage } from '../../external/web3/sign-in-message.ts'
import { optionalText, readBody } from '../../requests/read-body.ts'
import type { ExternalAccount } from '../../store/identities.ts'
import { insertSession } from '../../store/sessions.ts'
import { useProof } from '../../store/used-proofs.ts'
import { sendSession } from '../../tokens/send-session.ts'

const bodySchema = v.object({ chain: optionalText, message: optionalText, signature: optionalText })

/** POST /token?grant_type=web3: a message that a wallet signed becomes a session, once. */
export function grantByWallet(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { ethereum, solana } = auth.config.web3
    if (!ethereum && !solana) throw authErrors.web3Off('Web3 provider is disabled')
    const body = readBody(request, bodySchema)
    const chain = requireChain(auth, body.chain)
    await limitByNetwork(auth, 'web3', request)
    const text = body.message ?? ''
    const message = parseSignInMessage(chain, text)
    // NOTE: loaded with the first wallet: curves and their tables are large, and most systems have no use for them.
    const { isSignedBy, parseSignature } = await import('../../external/web3/signature.ts')
    const signature = parseSignature(chain, (body.signature ?? '').trim())
    if (!isSignedBy(chain, { text, address: message.address, signature })) {
      throw authErrors.web3Refused('Signature does not match address in message')
    }
    const until = requireForUs(chain, message, auth.config, Date.now())
    const account = accountOf(chain, message)
    const { entrance, session } = await savingUser(auth, async (tx) => {
      await useMessage(tx, chain, { text, until })
      const entered = await enterAccount(tx, auth, account, { linkingUserId: null, emailOptional: true })
      const opened = await insertSession(tx, { userId: entered.user.id, method: 'web3', client: clientOf(request) })
      return { entrance: entered, session: opened }
    })
    const { user, isNew } = entrance
    if (isNew) auth.observe({ kind: 'auth.signed-up', userId: user.id, provider: account.provider })
    auth.observe({ kind: 'auth.signed-in', userId: user.id, method: 'web3' })
    return sendSession(auth, reply, { ...session, user })
  }
}

function requireChain({ config }: Auth, name: string | null | undefined): Chain {
  if (name !== 'ethereum' && name !== 'solana') throw authErrors.web3ChainUnknown()
  if (!config.web3[name]) throw authErrors.web3Off(`${chainTitle(name)} Web3 provider is disabled`)
  return name
}

async function useMessage(
  tx: WriteTransaction,
  chain: Chain,
  { text, until }: { readonly text: string; readonly until: number },
): Promise<void> {
  if (await useProof(tx, `web3 ${chain} ${text}`, until)) return
  throw authErrors.web3Refused(`Signed ${chainTitle(chain)} message has already been used`)
}

/** Pure. The shape in which the original keeps a wallet as an identity. */
function accountOf(chain: Chain, message: SignInMessage): ExternalAccount {
  const { address, chainId: network, domain, statement } = message
  const subject = `web3:${chain}:${address}`
  return {
    provider: 'web3',
    subject,
    email: null,
    isEmailVerified: false,
    profile: {
      custom_claims: {
        address,
        chain,
        network,
        domain,
        statement: chain === 'ethereum' ? statement || null : statement,
      },
      sub: subject,
      email_verified: false,
      phone_verified: false,
    },
    accessToken: null,
    refreshToken: null,
  }
}
