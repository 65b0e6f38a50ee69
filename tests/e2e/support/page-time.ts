/**
 * How long something takes is measured in the page, by short timers one after the other: a busy machine delays each of
 * them as it delays what the page does, and the test that looks on is not measured at all.
 */
import type { Page } from 'playwright-core'

interface Awaited {
  /** Which of the page's elements say it, and with what in their words. */
  readonly selector: string
  readonly text: string
  readonly within: number
}

/** Whether it stands on the page before a timer of `within` milliseconds has run, from now on. */
export function standsWithin(page: Page, awaited: Awaited): Promise<boolean> {
  return page.evaluate(watch, { ...awaited, isFromClick: false })
}

/** The same from the next click on; asked for before that click, and awaited after it. */
export function standsAfterClickWithin(page: Page, awaited: Awaited): Promise<boolean> {
  return page.evaluate(watch, { ...awaited, isFromClick: true })
}

/** Runs in the page. */
function watch({ selector, text, within, isFromClick }: Awaited & { isFromClick: boolean }): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      const words = [...document.querySelectorAll(selector)].map((node) => node.textContent.replaceAll(/\s+/gu, ' '))
      if (words.some((found) => found.includes(text))) resolve(true)
    }
    const begin = () => {
      const beat = 50
      const wait = (left: number) => void (left > 0 ? setTimeout(wait, beat, left - beat) : resolve(false))
      wait(within)
      new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
      look()
    }
    if (isFromClick) addEventListener('click', begin, { capture: true, once: true })
    else begin()
  })
}
