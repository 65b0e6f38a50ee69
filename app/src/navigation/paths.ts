/** Every path of the app (spec §2); `$name` is a variable part. The build writes them to routes.json for the server. */
export const paths = {
  home: '/',
  feed: '/feed',
  auth: '/auth',
  login: '/login',
  signup: '/signup',
  notFound: '/404',
  post: '/post/$id',
  tag: '/tag/$tag',
  collection: '/collection/$id',
  terms: '/terms',
  privacy: '/privacy',
  ownProfile: '/profile',
  profile: '/profile/$handle',
  workflows: '/workflow',
  workflow: '/workflow/$id',
  payment: '/payment',
  paymentSuccess: '/payment/success',
  credits: '/credits',
  subscription: '/subscription',
  commissions: '/commissions',
  newCommission: '/commissions/new',
  services: '/services',
  ownServices: '/services/mine',
  newService: '/services/new',
  service: '/services/$id',
  editService: '/services/$id/edit',
  messages: '/messages',
  stats: '/stats',
  analytics: '/analytics',
  earnings: '/earnings',
  notifications: '/notifications',
  creator: '/creator',
  leaders: '/leaders',
  challenges: '/challenges',
  challenge: '/challenges/$id',
  account: '/account',
  settings: '/settings',
  moderation: '/moderation',
  transparency: '/transparency',
  consent: '/oauth/consent',
  unsubscribe: '/unsubscribe',
  debugCredits: '/debug-credits',
  testFocus: '/test-focus',
  testPostDisplay: '/test-post-display',
  simpleFocusTest: '/simple-focus-test',
  testRealPosts: '/test-real-posts',
  pwaTest: '/pwa-test',
  fedapayTest: '/fedapay-test',
} as const

export type Path = (typeof paths)[keyof typeof paths]

/** The variable parts of a path: `Params<'/post/$id'>` is `{ id: string }`. */
export type Params<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Record<Name, string> & Params<Rest>
  : P extends `${string}$${infer Name}`
    ? Record<Name, string>
    : unknown

/** Query parameters; `undefined` and empty values are left out. */
export type Search = Record<string, string | undefined>

/** A place of the app: an unknown path or a missing part is a compile error. */
export type Target<P extends Path> = { to: P; search?: Search } & (keyof Params<P> extends never
  ? { params?: undefined }
  : { params: Params<P> })

/** `{ to: '/post/$id', params: { id: '7' }, search: { q: 'a' } }` → `/post/7?q=a` */
export function toHref<P extends Path>({ to, params, search }: Target<P>): string {
  const given: Record<string, string> = params ?? {}
  const pathname = to.replaceAll(/\$(\w+)/gu, (_, name: string) => encodeURIComponent(given[name] ?? ''))
  return `${pathname}${toSearch(search ?? {})}`
}

/** `?from=/a&q=12`, with slashes left readable; empty when nothing is set. */
export function toSearch(search: Search): string {
  const set = Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const text = new URLSearchParams(set).toString().replaceAll('%2F', '/')
  return text && `?${text}`
}

/** The variable parts of `pathname` if it has the form of `path`, else `null`. */
export function matchPath<P extends Path>(path: P, pathname: string): Params<P> | null {
  const wanted = path.split('/')
  const given = pathname.replace(/(?<=.)\/$/u, '').split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith('$') && value) params[part.slice(1)] = decode(value)
    else if (part !== value) return null
  }
  return params as Params<P>
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
