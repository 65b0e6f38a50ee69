/** Where a link may send a browser (WIRE §1.5). Pure. */
import type { AuthConfig } from '../config.ts'

export type RedirectRules = Pick<AuthConfig, 'siteUrl' | 'redirectUrls'>

const MAX_LENGTH = 2048

/** The wished target when it is allowed, else the site: a bad wish is never an error and never reflected. */
export function chooseRedirect(wish: unknown, rules: RedirectRules): string {
  return typeof wish === 'string' && isAllowedRedirect(wish, rules) ? wish : rules.siteUrl
}

export function isAllowedRedirect(wish: string, rules: RedirectRules): boolean {
  // NOTE: browsers read `\` as `/` and drop tabs and line ends; a target with one means something else than it says.
  if (wish.length > MAX_LENGTH || /[\\\s\p{Cc}]/u.test(wish) || !URL.canParse(wish)) return false
  const target = new URL(wish)
  if (target.username !== '' || target.password !== '') return false
  const site = new URL(rules.siteUrl)
  if (target.protocol === site.protocol && target.hostname === site.hostname) {
    if (target.port === site.port || site.hostname === 'localhost') return true
  }
  if (isPlainLoopback(target, wish)) return true
  return rules.redirectUrls.some((glob) => toPattern(glob).test(`${target.protocol}//${target.host}${target.pathname}`))
}

/** NOTE: spelt as it is: who writes 127.0.0.1 as 2130706433 hides something. */
function isPlainLoopback({ protocol, hostname }: URL, wish: string): boolean {
  const isWeb = protocol === 'http:' || protocol === 'https:'
  const isLoopback = hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
  return isWeb && isLoopback && wish.includes(`//${hostname}`)
}

/** `*` stops at `.` and `/`, `**` at nothing but the end of the host; the scheme must be spelt out. */
function toPattern(glob: string): RegExp {
  const end = glob.indexOf('/', glob.indexOf('://') + 3)
  const host = end === -1 ? glob : glob.slice(0, end)
  const path = end === -1 ? '/' : glob.slice(end)
  return new RegExp(`^${translate(host, '[^/]*')}${translate(path, '.*')}$`)
}

function translate(glob: string, doubleStar: string): string {
  return glob
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? doubleStar : part === '*' ? '[^./]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')))
    .join('')
}
