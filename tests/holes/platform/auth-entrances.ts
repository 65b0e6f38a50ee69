import type { Hole, HoleInSource } from '../hole.ts'

/** What may go wrong in one file, and the title of the test that must notice. */
type Mistake = Pick<HoleInSource, 'threat' | 'opens' | 'find' | 'replace'> & { readonly title: string }

function holesIn(file: string, tests: string, mistakes: readonly Mistake[]): readonly Hole[] {
  return mistakes.map(({ title, ...mistake }) => ({
    ...mistake,
    file: `platform/auth/src/${file}`,
    test: { project: 'db', file: `platform/auth/tests/${tests}.db.test.ts`, title },
  }))
}

/** Ways in through somebody else's word: external providers, companies, wallets. */
export const entranceHoles: readonly Hole[] = [
  ...holesIn('external/link-decision.ts', 'external/external', [
    {
      threat: 'A-22',
      opens: 'an address that nobody proved decides whose account it is',
      find: 'account.email === null || !account.isEmailVerified',
      replace: 'account.email === null',
      title: 'A-22 never that of an address',
    },
  ]),
  ...holesIn('external/link-decision.ts', 'external/autoconfirm-linking', [
    {
      threat: 'A-23',
      opens: 'being confirmed counts where everybody is confirmed',
      find: 'return !autoconfirm ||',
      replace: 'return true ||',
      title: 'A-23 whoever came first',
    },
  ]),
  ...holesIn('external/enter-account.ts', 'external/external', [
    {
      threat: 'A-23',
      opens: 'whoever opened the account in the owner’s name keeps the password',
      find: "if (decision.kind === 'reclaim') await clearUnproven(tx, decision.userId)",
      replace: '',
      title: 'A-23 takes an account',
    },
  ]),
  ...holesIn('routes/external/callback.ts', 'external/external', [
    {
      threat: 'A-31',
      opens: 'a sign-in that began elsewhere ends in this browser',
      find: 'flow === null || !comesFromSameBrowser(request, state, flow)',
      replace: 'flow === null',
      title: 'A-31 of another browser',
    },
  ]),
  ...holesIn('store/oauth-states.ts', 'external/external', [
    {
      threat: 'A-31',
      opens: 'a state works as often as it is shown',
      find: 'delete from auth.oauth_states where state_hash = $1',
      replace: 'update auth.oauth_states set nonce = nonce where state_hash = $1',
      title: 'A-31 is gone once',
    },
  ]),
  ...holesIn('routes/external/callback.ts', 'accounts/identities', [
    {
      threat: 'A-31',
      opens: 'somebody who was lured to a provider gives their identity to another’s account',
      find: 'linkingUserId !== null && challenge !== null ? account : null',
      replace: 'null as typeof account | null',
      title: 'A-31 of whoever was lured to the provider joins nothing (pkce)',
    },
  ]),
  ...holesIn('sso/assertion.ts', 'sso/hostile-answers', [
    {
      threat: 'sso',
      opens: 'an assertion made for another service signs in here',
      find: "data.getAttribute('Recipient') === recipient",
      replace: 'true',
      title: 'to another recipient',
    },
    {
      threat: 'sso',
      opens: 'the audience of an assertion does not matter',
      find: 'restrictions.length === 0 || !restrictions.every((one) => names(one).includes(audience))',
      replace: 'restrictions.length === 0 && names.length > 9 && audience === undefined',
      title: 'to another audience',
    },
    {
      threat: 'sso',
      opens: 'signatures of a broken digest count',
      find: "if (!ALGORITHMS.has(one ?? other ?? ''))",
      replace: "if (ALGORITHMS.has('') || (one ?? other) === 'x')",
      title: 'signed with SHA-1',
    },
  ]),
  ...holesIn('sso/xml.ts', 'sso/hostile-answers', [
    {
      threat: 'sso',
      opens: 'a comment divides a name in two',
      find: 'if (/<[!?]/.test(body))',
      replace: 'if (/<!DOCTYPE/.test(body))',
      title: 'a comment that cuts a name short',
    },
  ]),
  ...holesIn('sso/service-provider.ts', 'sso/hostile-answers', [
    {
      threat: 'sso',
      opens: 'an answer needs no signature',
      find: "await saml.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') })",
      replace: '{ profile: { getAssertionXml: () => /<saml:Assertion .*<\\/saml:Assertion>/s.exec(xml)![0] } }',
      title: 'unsigned',
    },
  ]),
  ...holesIn('routes/sso/acs.ts', 'sso/sso', [
    {
      threat: 'sso',
      opens: 'an assertion signs in as often as it is shown',
      find: 'if (await useProof(tx, `saml ${id} ${assertion.id}`, assertion.until)) return',
      replace: 'if ((await useProof(tx, `saml ${id} ${assertion.id}`, assertion.until)) || id !== null) return',
      title: 'that came from a portal counts once',
    },
  ]),
  ...holesIn('routes/token/web3.ts', 'external/web3', [
    {
      threat: 'web3',
      opens: 'a signed message signs in as often as it is shown',
      find: 'if (await useProof(tx, `web3 ${chain} ${text}`, until)) return',
      replace: 'if ((await useProof(tx, `web3 ${chain} ${text}`, until)) || chain !== null) return',
      title: 'signs in once, however many come at once',
    },
  ]),
  ...holesIn('external/web3/message-rules.ts', 'external/web3', [
    {
      threat: 'web3',
      opens: 'a message to another site signs in here',
      find: 'uri.host === domain && isAllowedRedirect(`${uri.protocol}//${domain}/`, rules)',
      replace: 'domain !== null',
      title: 'whose domain is another than its address is refused',
    },
  ]),
  ...holesIn('external/web3/signature.ts', 'external/web3', [
    {
      threat: 'web3',
      opens: 'keys that anybody can sign with',
      find: '{ zip215: false }',
      replace: '{ zip215: true }',
      title: 'a key of small order signs for nobody',
    },
  ]),
]
