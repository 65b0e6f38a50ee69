import { fileURLToPath } from 'node:url'

import type { Plugin } from 'vite'

const ours = fileURLToPath(new URL('../src/ui/picture/create-icon.ts', import.meta.url))
const name = '\0slim-icons'

const drawings = /lucide-react\/dist\/esm\/icons\//
/** What only its factory reads: a name, a size and keys for lists that change. */
const unread = /\b(?:name: "[^"]*"|size: 24|key: "[^"]*"),?|^__iconData\.node;$/gmu

/** Lucide's drawings in an element of our own: its factory also serves other frameworks, contexts and older names. */
export function slimIcons(): Plugin {
  return {
    name: 'slim-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === '../createLucideIcon.mjs' && importer?.includes('lucide-react') ? name : null,
    load: (id) => (id === name ? `export { createIcon as default } from ${JSON.stringify(ours)}` : null),
    transform: { filter: { id: drawings }, handler: (code) => code.replaceAll(unread, '') },
  }
}
