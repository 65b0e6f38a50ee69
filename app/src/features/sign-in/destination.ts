/** The place that `from` leads to, in the person's words; nothing for the feed. */
import type { signInMessages } from './sign-in.i18n.ts'

type Words = (typeof signInMessages)['fr']

export function describeDestination(path: string, m: Words): string | null {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const modal = searchParams.get('modal')
  if (modal === 'create' || modal === 'remix') return m.toCreate
  if (modal === 'search') return m.toSearch
  if (pathname.startsWith('/profile')) return m.toProfile
  if (pathname.startsWith('/messages')) return m.toMessages
  if (pathname === '/account' || pathname === '/settings') return m.toAccount
  return null
}
