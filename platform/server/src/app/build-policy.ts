/** What the build's own code needs of the policies, as it tells in `policy.json`; without it nothing more is allowed. */

export interface BuildPolicy {
  /** Names of the Trusted Types policies that the pages create, each once. */
  readonly trustedTypes: readonly string[]
  /** Paths of the workers that compile WebAssembly: `/assets/sums-Ab12Cd34.js`. */
  readonly wasmWorkers: readonly string[]
}

const nameForm = /^[\w-]+$/
const pathForm = /^\/assets\/[\w.-]+\.js$/

/** @throws {Error} when the file has another form: whatever else it says would end up in a header */
export function readBuildPolicy(text: string | null): BuildPolicy {
  if (text === null) return { trustedTypes: [], wasmWorkers: [] }
  const { trustedTypes, wasmWorkers } = JSON.parse(text) as Partial<Record<keyof BuildPolicy, unknown>>
  if (!areAll(trustedTypes, nameForm) || !areAll(wasmWorkers, pathForm)) {
    throw new Error('policy.json must hold { "trustedTypes": ["name"], "wasmWorkers": ["/assets/….js"] }')
  }
  return { trustedTypes, wasmWorkers }
}

function areAll(value: unknown, form: RegExp): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string' && form.test(text))
}
