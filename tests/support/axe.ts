/** axe-core on a page as it stands. */
import { readFile } from 'node:fs/promises'

import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export interface Axe {
  /** What is wrong on the page, in both themes, one line for each rule: empty when nothing is. */
  violations: (page: Page, screen: string) => Promise<string[]>
}

const nameOfSheets = '[...document.styleSheets].map(({ href, cssRules }) => href + " " + cssRules.length).join()'
/** Words that fade in have less contrast than they will have. What never ends is not waited for. */
const transitionsDone = `Promise.all(
  document.getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime < Infinity)
    .map(({ finished }) => finished.catch(() => {})),
)`
const withoutStyleSheets = ', preload: { assets: ["media"] }, rules: { "css-orientation-lock": { enabled: false } }'

export async function startAxe(): Promise<Axe> {
  const script = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
  const lockFree = new Set<string>()
  return {
    violations: async (page, screen) => {
      // Evaluated by the inspector: the page's own policy lets no foreign script in.
      if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(script)
      const found: string[] = []
      // Whether screens are locked to an orientation is for the style sheets alone to say, and long to find out.
      const sheets = await page.evaluate<string>(nameOfSheets)
      const known = lockFree.has(sheets) ? withoutStyleSheets : ''
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe(theme)
        await page.evaluate(transitionsDone)
        // The themes differ in nothing but colours.
        const only = theme === 'light' ? ', runOnly: ["color-contrast", "link-in-text-block"]' : known
        const results = await page.evaluate<AxeResults>(`axe.run(document, { resultTypes: ["violations"]${only} })`)
        for (const { id, nodes } of results.violations)
          found.push(`${screen}, ${theme}: ${id} on ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
      }
      if (found.length === 0) lockFree.add(sheets)
      return found
    },
  }
}
