/** Headers against hostile pages and mistaken browsers. Wires get the closed set; pages add what a page needs. */
export function baseHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...(https && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
}

export interface PagePolicy {
  /** Origins besides the page's own that hold the wires (another PUBLIC_URL); empty as a rule. */
  readonly wireOrigins: readonly string[]
  /** Whose public pictures and files the page shows and reads. */
  readonly mediaOrigin: string | null
  /** CSP sources of the inline scripts and styles that the build put into the page: `'sha256-…'`. */
  readonly scriptHashes: readonly string[]
  readonly styleHashes: readonly string[]
  /** Names of the Trusted Types policies by which the page's own script may turn text into code. */
  readonly trustedTypes: readonly string[]
  /** Where browsers report violations. */
  readonly reportTo: string
}

const closedFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'midi',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

export function pageHeaders(policy: PagePolicy): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(policy),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': closedFeatures.map((feature) => `${feature}=()`).join(', '),
    'reporting-endpoints': `csp="${policy.reportTo}"`,
  }
}

export interface WorkerPolicy {
  readonly wireOrigins: readonly string[]
  /** Then it may compile WebAssembly, and reach nobody. */
  readonly runsWasm: boolean
  /** Names of the Trusted Types policies by which it may import a script. */
  readonly trustedTypes: readonly string[]
}

/** For scripts: a worker is bound by the policy of its own file, not of the page that starts it. */
export function workerHeaders({ wireOrigins, runsWasm, trustedTypes }: WorkerPolicy): Record<string, string> {
  const own: Record<string, readonly string[]> = runsWasm
    ? { 'script-src': ["'self'", "'wasm-unsafe-eval'"] }
    : { 'script-src': ["'self'"], 'connect-src': ["'self'", ...wireOrigins] }
  return { 'content-security-policy': toText({ 'default-src': ["'none'"], ...own, ...noTextAsCode(trustedTypes) }) }
}

/** No string becomes code but by these policies (W3C Trusted Types). */
function noTextAsCode(policies: readonly string[]): Record<string, readonly string[]> {
  return {
    'require-trusted-types-for': ["'script'"],
    'trusted-types': policies.length > 0 ? policies : ["'none'"],
  }
}

function contentSecurityPolicy(policy: PagePolicy): string {
  const { wireOrigins, mediaOrigin, scriptHashes, styleHashes, trustedTypes } = policy
  const readable = ["'self'", ...wireOrigins, ...(mediaOrigin === null ? [] : [mediaOrigin])]
  const sockets = wireOrigins.map((origin) => origin.replace(/^http/, 'ws'))
  return toText({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", ...styleHashes],
    'img-src': [...readable, 'blob:', 'data:'],
    'media-src': [...readable, 'blob:'],
    'font-src': ["'self'"],
    'connect-src': [...readable, ...sockets],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...noTextAsCode(trustedTypes),
    'report-to': ['csp'],
  })
}

function toText(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
