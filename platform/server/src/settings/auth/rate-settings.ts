/** How often people may try, and be written to. What is unset stays with the service's defaults. */

import { defaultAuthConfig, type AuthRates, type Rate } from '@platform/auth'

import { area, whole, type Form, type SettingsReader } from '../reader.ts'

const usual = defaultAuthConfig({ apiUrl: 'http://localhost', siteUrl: 'http://localhost' }).rates
const unbounded = 1_000_000

const rate: Form<Rate> = {
  expected: 'how many/in how many seconds: 30/300',
  parse(given) {
    const [, limit, seconds] = /^(\d{1,7})\/(\d{1,6})$/.exec(given) ?? []
    return Number(limit) > 0 && Number(seconds) > 0 ? { limit: Number(limit), seconds: Number(seconds) } : undefined
  },
}

function limited(key: keyof AuthRates, name: string, words: string) {
  return { name, form: rate, unset: `${usual[key].limit}/${usual[key].seconds}`, words }
}

export const rateArea = area({
  title: 'How often',
  settings: {
    signIn: limited('signIn', 'AUTH_RATE_LIMIT_SIGN_INS', 'Sign-ins from one address.'),
    signInPerAccount: limited(
      'signInPerAccount',
      'AUTH_RATE_LIMIT_SIGN_INS_ACCOUNT',
      'Failed sign-ins of one account from one network.',
    ),
    signInEverywhere: limited(
      'signInEverywhere',
      'AUTH_RATE_LIMIT_SIGN_INS_EVERYWHERE',
      'Failed sign-ins of one account from everywhere; beyond them answers take longer.',
    ),
    signUp: limited('signUp', 'AUTH_RATE_LIMIT_SIGN_UPS', 'Sign-ups from one address.'),
    anonymousSignUp: limited(
      'anonymousSignUp',
      'AUTH_RATE_LIMIT_ANONYMOUS_USERS',
      'Accounts without a name from one address.',
    ),
    refresh: limited('refresh', 'AUTH_RATE_LIMIT_TOKEN_REFRESH', 'Renewed sessions from one address.'),
    verify: limited('verify', 'AUTH_RATE_LIMIT_VERIFY', 'Codes and links tried from one address.'),
    verifyPerAddress: limited(
      'verifyPerAddress',
      'AUTH_RATE_LIMIT_VERIFY_RECIPIENT',
      'Wrong codes for one mailbox or number.',
    ),
    authorize: limited(
      'authorize',
      'AUTH_RATE_LIMIT_AUTHORIZE',
      'Sign-ins begun at external providers from one address.',
    ),
    web3: limited('web3', 'AUTH_RATE_LIMIT_WEB3', 'Sign-ins by wallets from one address.'),
    sso: limited('sso', 'AUTH_RATE_LIMIT_SSO', 'Sign-ins at companies’ identity providers from one address.'),
    factors: limited('factors', 'AUTH_RATE_LIMIT_FACTORS', 'Challenges and codes of second factors from one address.'),
    sendMessage: limited('sendMessage', 'AUTH_RATE_LIMIT_MESSAGES_SENT', 'Mails and texts asked for from one address.'),
    messagesPerAddress: limited(
      'messagesPerAddress',
      'AUTH_RATE_LIMIT_MESSAGES_RECIPIENT',
      'Mails or texts to one mailbox or number.',
    ),
    messagePause: {
      name: 'AUTH_MESSAGES_MAX_FREQUENCY',
      form: whole(0, 86_400, 'seconds'),
      unset: `${usual.messagePause.seconds}`,
      words: 'The pause between two messages to one mailbox or number; 0 for none.',
    },
  },
})

/** Only those that an operator decided. */
export function readRates(settings: SettingsReader): Partial<AuthRates> {
  const { messagePause: pause, ...limits } = settings.readArea(rateArea)
  const decided = Object.entries({ ...limits, messagePause: pause === undefined ? undefined : pauseOf(pause) })
  return Object.fromEntries(decided.filter(([, value]) => value !== undefined)) as Partial<AuthRates>
}

function pauseOf(seconds: number): Rate {
  return seconds === 0 ? { limit: unbounded, seconds: 1 } : { limit: 1, seconds }
}
