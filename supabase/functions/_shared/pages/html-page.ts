/** Small pages of ours that run nothing: one style, known by its hash, and pictures of our own. */
import { createHash } from 'node:crypto'

export interface HtmlPage {
  readonly title: string
  readonly body: string
  readonly style: string
  /** Whose pictures it shows. */
  readonly origin: string
  /** Who may show it in a frame. */
  readonly ancestors: '*' | "'none'"
  readonly robots: string
  /** Markup of the head beside what every page has. */
  readonly head?: string
  readonly status?: number
  readonly cacheSeconds: number
}

export function answerPage(page: HtmlPage): Response {
  const { title, body, style, robots, head = '', status = 200, cacheSeconds } = page
  const html = `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="${robots}">
${head}<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyFor(page),
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': `public, max-age=${cacheSeconds}`,
    },
  })
}

const policyFor = ({ style, origin, ancestors }: HtmlPage) =>
  [
    `default-src 'none'`,
    `img-src 'self' ${origin}`,
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors ${ancestors}`,
  ].join('; ')

/** What people write stays text. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
