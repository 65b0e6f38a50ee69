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
  /** CSP sources of the inline scripts and styles that the build put into the page: `'sha256-…'`. */
  readonly scriptHashes: readonly string[]
  readonly styleHashes: readonly string[]
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
    'content-security-policy-report-only': "require-trusted-types-for 'script'; report-to csp",
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': closedFeatures.map((feature) => `${feature}=()`).join(', '),
    'reporting-endpoints': `csp="${policy.reportTo}"`,
  }
}

/** For scripts: a worker is bound by the policy of its own file, not of the page that starts it. */
export function workerHeaders(wireOrigins: readonly string[]): Record<string, string> {
  const connect = ["'self'", ...wireOrigins].join(' ')
  return { 'content-security-policy': `default-src 'none'; script-src 'self'; connect-src ${connect}` }
}

function contentSecurityPolicy({ wireOrigins, scriptHashes, styleHashes }: PagePolicy): string {
  const sockets = wireOrigins.map((origin) => origin.replace(/^http/, 'ws'))
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", ...styleHashes],
    'img-src': ["'self'", 'blob:', 'data:', ...wireOrigins],
    'media-src': ["'self'", 'blob:', ...wireOrigins],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...wireOrigins, ...sockets],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'report-to': ['csp'],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
