/** The server's own modules as few files, which `tools/operator/build-server.ts` makes of them; decision 0079. */

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const bundleFolder = join('platform', 'server', 'dist')
/** Each file that went into the bundle, a line each, from the root; as old as the beginning of the build. */
export const bundledSources = join(bundleFolder, 'sources.txt')
export const bundledStart = join(bundleFolder, 'start.js')

/**
 * Whether the bundle says what the sources say: each of them is there, and none is younger.
 *
 * @param {string} root
 * @returns {boolean} also false where nothing was built
 */
export function isBundleCurrent(root) {
  try {
    const { mtimeMs: builtAt } = statSync(join(root, bundledSources))
    const sources = readFileSync(join(root, bundledSources), 'utf8').split('\n')
    return sources.every((file) => statSync(join(root, file)).mtimeMs < builtAt)
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}
