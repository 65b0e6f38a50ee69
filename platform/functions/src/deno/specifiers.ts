/** From what functions of the hosted runtime import to what is installed here. */

export type Target =
  | { readonly kind: 'package'; readonly name: string }
  /** Our own stand-in for the standard library's HTTP server. */
  | { readonly kind: 'std-http' }
  /** Types alone: nothing is there at run time. */
  | { readonly kind: 'nothing' }

const part = String.raw`[\w.-]+`
/** A package with its scope, version and path: `@supabase/supabase-js@2/cors`. */
const versioned = new RegExp(String.raw`^(?<name>(?:@${part}/)?${part})(?:@[^/]+)?(?<path>/.+)?$`)
const packageHosts =
  /^https:\/\/(?:esm\.sh\/(?:v\d+\/|stable\/)?|cdn\.jsdelivr\.net\/npm\/|esm\.run\/|cdn\.skypack\.dev\/)/
const stdHttp =
  /^(?:https:\/\/deno\.land\/std(?:@[^/]+)?\/http\/(?:server|mod)\.ts|jsr:@std\/http(?:@[^/]+)?(?:\/server)?)$/
/** What esm.sh and others understand as a path and no package has. */
const built = /\/\+esm$/

/** Pure. @returns null for what Node.js resolves by itself, and for addresses of code that is not a package */
export function targetOf(specifier: string): Target | null {
  if (stdHttp.test(specifier)) return { kind: 'std-http' }
  if (/^(?:npm|jsr|https):.*\.d\.ts$/.test(specifier)) return { kind: 'nothing' }
  const rest = /^(?:npm|jsr):\/?(.+)$/.exec(specifier)?.[1] ?? afterHost(specifier)
  const { name, path = '' } = (rest === undefined ? null : versioned.exec(rest))?.groups ?? {}
  return name === undefined ? null : { kind: 'package', name: `${name}${path}` }
}

function afterHost(specifier: string): string | undefined {
  const host = packageHosts.exec(specifier)?.[0]
  return host === undefined
    ? undefined
    : specifier
        .slice(host.length)
        .replace(/[?#].*$/, '')
        .replace(built, '')
}

/** Pure: an import map's word for a specifier (whole, or the longest prefix that ends with `/`), or the specifier itself. */
export function mapped(specifier: string, imports: Readonly<Record<string, string>>): string {
  const whole = imports[specifier]
  if (whole !== undefined) return whole
  const prefixes = Object.keys(imports).filter((key) => key.endsWith('/') && specifier.startsWith(key))
  const longest = prefixes.sort((one, other) => other.length - one.length)[0]
  return longest === undefined ? specifier : `${imports[longest]}${specifier.slice(longest.length)}`
}
