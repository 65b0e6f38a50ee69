import type { Plugin } from 'vite'

/** Three base64url parts, of which the second one is a JSON object. */
const token = /\beyJ[\w-]*\.(eyJ[\w-]*)\.[\w-]*/gu
const secrets = [/\bsb_secret_[\w-]+/u, /role["'\\]*\s*:\s*["'\\]*service_role/u, /-----BEGIN [A-Z ]*PRIVATE KEY-----/u]

/** Keys that only the server may have, in a text that everybody gets: the beginning of each (THREATS A-06). Pure. */
function secretsIn(text: string): string[] {
  const tokens = [...text.matchAll(token)]
    .filter(([, claims = '']) => Buffer.from(claims, 'base64url').includes('service_role'))
    .map(([found]) => found)
  const others = secrets.flatMap((form) => form.exec(text)?.[0] ?? [])
  return [...tokens, ...others].map((found) => `${found.slice(0, 24)}…`)
}

/** No bundle is written that gives a secret of the server away. */
export function noSecrets(): Plugin {
  return {
    name: 'no-secrets',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        const content = file.type === 'chunk' ? file.code : file.source
        const found = secretsIn(typeof content === 'string' ? content : new TextDecoder('latin1').decode(content))
        if (found.length > 0) this.error(`${name} gives a secret away: ${found.join(', ')}`)
      }
    },
  }
}
