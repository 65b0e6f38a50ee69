/** The names of what this device keeps for whoever is signed in: lists, and writes that have not left yet. */
import type { Page } from 'playwright-core'

export const keptFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const name = 'cortexia.private'
    // Opening it would make it.
    if (!(await indexedDB.databases()).some((one) => one.name === name)) return []
    return new Promise<string[]>((resolve) => {
      const open = indexedDB.open(name)
      open.addEventListener('success', () => {
        const keys = open.result.transaction('files').objectStore('files').getAllKeys()
        keys.addEventListener('success', () => {
          open.result.close()
          resolve(keys.result.map(String))
        })
      })
    })
  })

/** A page that goes before it has heard the answer leaves its write to the next one, which sends it again. */
export const hasUnsent = async (page: Page): Promise<boolean> =>
  (await keptFiles(page)).some((key) => key.includes('.write.'))
