/** Where to go after sign-in. */

const start = '/'

/** The path that `from` names if it lies on this origin and is not the sign-in page itself; otherwise the feed. */
export function safeReturnPath(from: string | undefined, origin: string = location.origin): string {
  if (!from || !/^\/(?![/\\])/u.test(from) || !URL.canParse(from, origin)) return start
  const url = new URL(from, origin)
  const leadsBack = /^\/(?:auth|login|signup)\/?$/u.test(url.pathname)
  return url.origin === origin && !leadsBack ? `${url.pathname}${url.search}${url.hash}` : start
}
