/** The scripts that the app starts beside its pages: the only text that may become code here (E2EE §13). */
// oxlint-disable-next-line import/default -- the build answers the query with the built worker's address
import cryptoWorker from '#crypto/worker/crypto-worker.ts?worker&url'
// oxlint-disable-next-line import/default -- as above
import sketchWorker from '#sketch/sketch-worker.ts?worker&url'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

const scripts = {
  serviceWorker: '/sw.js',
  cryptoWorker,
  sketchWorker,
} as const

// At once, since it can be made once only: whoever comes later finds its name taken.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
const rules = { createScriptURL: known }
const policy = trustedTypes?.createPolicy('cx-script-url', rules) ?? rules

/** For `new Worker(…)` and `serviceWorker.register(…)`: browsers that ask where a script comes from take nothing else. */
export function scriptUrl(name: keyof typeof scripts): string {
  return policy.createScriptURL(scripts[name])
}

function known(url: string): string {
  if (!Object.values<string>(scripts).includes(url)) throw new TypeError(`${url} is no script of ours`)
  return url
}
