import type { Plugin } from 'vite'

export interface OwnCopy {
  /** The package. */
  of: string
  /** The end of the path of the only file that gets it; one that never asks for the package stops the build. */
  inFile: string
}

/**
 * A copy of a small package for one file that comes late: two files that use different halves of it would otherwise
 * have both halves in the first load.
 */
export function ownCopy({ of, inFile }: OwnCopy): Plugin {
  let isUsed = false
  return {
    name: 'own-copy',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (source !== of || !importer?.endsWith(inFile)) return null
      isUsed = true
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      return found && { ...found, id: `${found.id}?own-copy` }
    },
    buildEnd(error) {
      if (!error && !isUsed) throw new Error(`${inFile} asks for no ${of}`)
    },
  }
}
