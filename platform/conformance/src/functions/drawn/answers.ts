/** What drawn cases of functions are held against, and why some differ. */
import { expect } from 'vitest'

import type { FunctionsWorld } from './world.ts'

export const authorization = (key: string) => ({ Authorization: `Bearer ${key}` })

export const says =
  (path: string, body: unknown, status = 200) =>
  async (at: FunctionsWorld) => {
    const answer = await at.fetch(path)
    const text = await answer.text()
    expect([answer.status, typeof body === 'string' ? text : JSON.parse(text)]).toEqual([status, body])
  }

/** A function that cannot be run is told to be so, whatever keeps it from running. */
export const doesNotStart =
  (...names: string[]) =>
  async (at: FunctionsWorld) => {
    for (const name of names) {
      const answer = await at.fetch(name)
      expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'BOOT_ERROR' }])
    }
  }

export const notFetched = 'code is run of installed packages, and fetched from nowhere'
export const anyForm = 'what Node.js takes for CommonJS is run, though no package.json says so'
export const typesOnly = 'Node.js runs TypeScript by leaving its types out: what must be translated is not run'
