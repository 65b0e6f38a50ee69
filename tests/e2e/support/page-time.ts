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
  return watched(page, { ...awaited, from: 'now' })
}

/** The same from the next click on; asked for before that click, and awaited after it. */
export function standsAfterClickWithin(page: Page, awaited: Awaited): Promise<boolean> {
  return watched(page, { ...awaited, from: 'click' })
}

/** The same from when such an element says that it waits, which may be over before the test has looked. */
export function standsAfterWordsWithin(page: Page, awaited: Awaited & { waits: string }): Promise<boolean> {
  return watched(page, { ...awaited, from: 'words' })
}

interface Watched extends Awaited {
  readonly from: 'now' | 'click' | 'words'
  readonly waits?: string
}

const watched = (page: Page, given: Watched): Promise<boolean> => page.evaluate(watch, given)

/** Runs in the page. */
function watch({ selector, text, within, from, waits = '' }: Watched): Promise<boolean> {
  return new Promise((resolve) => {
    let hasBegun = false
    const says = (sought: string) =>
      [...document.querySelectorAll(selector)].some((node) =>
        node.textContent.replaceAll(/\s+/gu, ' ').includes(sought),
      )
    const count = () => {
      hasBegun = true
      const beat = 50
      const wait = (left: number) => void (left > 0 ? setTimeout(wait, beat, left - beat) : resolve(false))
      wait(within)
    }
    const look = () => {
      if (says(text)) resolve(true)
      else if (from === 'words' && !hasBegun && says(waits)) count()
    }
    const begin = () => {
      if (from !== 'words') count()
      new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
      look()
    }
    if (from === 'click') addEventListener('click', begin, { capture: true, once: true })
    else begin()
  })
}
