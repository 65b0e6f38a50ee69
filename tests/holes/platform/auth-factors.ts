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

export const factorHoles: readonly Hole[] = [
  ...holesIn('factors/totp.ts', 'factors/factor-threats', [
    {
      threat: 'A-18',
      opens: 'codes of a minute ago still count',
      find: 'const SKEW_STEPS = 1',
      replace: 'const SKEW_STEPS = 2',
      title: 'A-18 is accepted one step early and late',
    },
  ]),
  ...holesIn('routes/factors/verify.ts', 'factors/factor-threats', [
    {
      threat: 'A-18',
      opens: 'whoever looks over a shoulder uses the code again',
      find: 'step <= (found.lastUsedStep ?? 0)',
      replace: 'step < 0',
      title: 'A-18 is accepted once, and none older',
    },
    {
      threat: 'A-18',
      opens: 'codes can be guessed for ever',
      find: 'if (found.lockedSeconds > 0)',
      replace: 'if (found.lockedSeconds < 0)',
      title: 'A-18 that is wrong five times locks the factor',
    },
  ]),
  ...holesIn('routes/factors/verify.ts', 'factors/factors', [
    {
      threat: 'A-18',
      opens: 'a challenge may be answered from anywhere',
      find: 'if (!challenge.isSameNetwork)',
      replace: 'if (challenge.isExpired)',
      title: 'is answered once, in time, from where it was asked',
    },
  ]),
  ...holesIn('routes/factors/verify.ts', 'factors/phone-factors', [
    {
      threat: 'A-18',
      opens: 'the code of a text counts again and again',
      find: 'challenge.isExpired || challenge.isUsed',
      replace: 'challenge.isExpired',
      title: 'is good for its own challenge, once',
    },
  ]),
  ...holesIn('store/factors.ts', 'factors/phone-factors', [
    {
      threat: 'A-18',
      opens: 'the code of one challenge answers another',
      find: '.update(`${challengeId} ${code}`)',
      replace: '.update(code)',
      title: 'is good for its own challenge, once',
    },
  ]),
  ...holesIn('routes/factors/enrol.ts', 'factors/factor-threats', [
    {
      threat: 'A-19',
      opens: 'a stolen password adds a second factor of its own',
      find: "session.aal === 'aal1' &&",
      replace: "session.aal === 'aal3' &&",
      title: 'A-19 adds no factor',
    },
  ]),
  ...holesIn('routes/factors/unenrol.ts', 'factors/factor-threats', [
    {
      threat: 'A-19',
      opens: 'a stolen password removes the second factor',
      find: "session.aal === 'aal1'",
      replace: "session.aal === 'aal3'",
      title: 'A-19 removes none',
    },
  ]),
  ...holesIn('store/sessions.ts', 'factors/factor-threats', [
    {
      threat: 'A-19',
      opens: 'a thief who came before the second factor stays',
      find: "id <> $2 and aal = 'aal1'",
      replace: "id <> $2 and aal = 'aal3'",
      title: 'A-19 ends when a factor is verified',
    },
  ]),
  ...holesIn('routes/passkeys/passkey-endpoint.ts', 'factors/passkeys', [
    {
      threat: 'A-19',
      opens: 'a stolen password adds a passkey and keeps the account',
      find: "session.aal === 'aal1' &&",
      replace: "session.aal === 'aal3' &&",
      title: 'A-19 after the second factor',
    },
  ]),
  ...holesIn('routes/factors/security-key.ts', 'factors/security-keys', [
    {
      threat: 'A-19',
      opens: 'a stolen password replaces the security key by its own',
      find: 'asked.type !== due || answer.type !== due',
      replace: 'asked.type !== answer.type',
      title: 'A-19 gives no second key',
    },
  ]),
  ...holesIn('tokens/access-token.ts', 'factors/factor-threats', [
    {
      threat: 'A-20',
      opens: 'a password alone passes for a second factor',
      find: 'aal: session.aal',
      replace: "aal: 'aal2'",
      title: 'A-20 sees and writes nothing',
    },
  ]),
  ...holesIn('store/factors.ts', 'factors/factor-threats', [
    {
      threat: 'A-20',
      opens: 'a session keeps what its factor opened',
      find: "set aal = 'aal1', factor_id = null",
      replace: 'set factor_id = null',
      title: 'A-20 sees and writes nothing',
    },
  ]),
  ...holesIn('factors/webauthn/ceremonies.ts', 'factors/passkey-refusals', [
    {
      threat: 'passkeys',
      opens: 'a page that looks like ours signs in',
      find: 'expectedOrigin: [...party.origins]',
      replace: "expectedOrigin: [...party.origins, 'https://evil.example']",
      title: 'of a page elsewhere',
    },
    {
      threat: 'passkeys',
      opens: 'a page that frames ours signs in',
      find: '.crossOrigin === true',
      replace: '.crossOrigin === null',
      title: 'of a page in a foreign frame',
    },
    {
      threat: 'passkeys',
      opens: 'attestations make the server fetch addresses',
      find: "new Set(['none', 'packed', 'fido-u2f'])",
      replace: "new Set(['none', 'packed', 'fido-u2f', 'apple'])",
      title: 'the attestation of a vendor is not looked at',
    },
  ]),
  ...holesIn('store/credential.ts', 'factors/passkey-refusals', [
    {
      threat: 'passkeys',
      opens: 'the copy of a key goes unnoticed',
      find: 'shown <= stored',
      replace: 'shown < 0',
      title: 'by a copy of the key',
    },
  ]),
  ...holesIn('routes/passkeys/authentication.ts', 'factors/passkey-refusals', [
    {
      threat: 'passkeys',
      opens: 'a found key signs in',
      find: "const userVerification = 'required'",
      replace: "const userVerification = 'preferred'",
      title: 'of a device that did not look who holds it',
    },
    {
      threat: 'passkeys',
      opens: 'a key signs in for somebody whom it does not name',
      find: 'response.response.userHandle !== userHandleOf(found.user.id)',
      replace: 'response.id !== passkey.key.id',
      title: 'with the user handle of somebody else',
    },
  ]),
  ...holesIn('store/passkeys.ts', 'factors/passkey-refusals', [
    {
      threat: 'passkeys',
      opens: 'an answer that somebody recorded signs in again',
      find: 'delete from auth.webauthn_challenges\n     where id = $1',
      replace: 'update auth.webauthn_challenges set created_at = now()\n     where id = $1',
      title: 'when it comes a second time',
    },
    {
      threat: 'passkeys',
      opens: 'another session finishes a passkey',
      find: 'and session_id is not distinct from $4',
      replace: 'and ($4::uuid is null or true)',
      title: 'belongs to the person and the session that asked for it',
    },
  ]),
]
