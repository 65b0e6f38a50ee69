/** What is measured in the page itself: where fingers meet what can be pressed, and what a small glass loses. */
import type { Page } from 'playwright-core'

/** In CSS pixels. Words that are a link and nothing else are lower, as WCAG 2.5.8 has it; within a sentence, as their line is. */
const least = { control: 44, words: 24 }

/** What of the topmost layer is harder to hit than it may be, one line each. */
export const smallTargets = (page: Page): Promise<string[]> => page.evaluate(findSmallTargets, least)

/** What of the topmost layer no scrolling brings into sight, and whether the page scrolls sideways. */
export const lostParts = (page: Page): Promise<string[]> => page.evaluate(findLostParts)

/** The colours of words that are not the strongest. */
export function greys(): string[] {
  const style = getComputedStyle(document.documentElement)
  const [strongest, ...others] = ['--text', '--text-2', '--text-3'].map((name) => style.getPropertyValue(name))
  return others.filter((colour) => colour !== strongest)
}

/**
 * Measured by what a finger at each point would press, not by boxes: what lies over a target takes of it, and room that
 * a small button has around it counts.
 */
function findSmallTargets({ control, words }: typeof least): string[] {
  const kinds = 'a[href],button,summary,select,textarea,input:not([type=hidden]),[tabindex="0"][role]'
  const layer = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const found = [...layer.querySelectorAll<HTMLElement>(kinds)].filter(isShown).flatMap(measured)
  return [...new Set(found)]

  function isShown(element: HTMLElement): boolean {
    const { width, height } = element.getBoundingClientRect()
    const isSeen = element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1
    const isInSentence = getComputedStyle(element).display === 'inline'
    return isSeen && !isInSentence && !element.closest('[inert],[aria-hidden=true],:disabled') && !isPutAway(element)
  }

  /** Until it has the focus: the way past the navigation. */
  function isPutAway(element: HTMLElement): boolean {
    return getComputedStyle(element).position === 'fixed' && element.getBoundingClientRect().bottom < 0
  }

  function measured(element: HTMLElement): string[] {
    const { width, height } = reachOf(element)
    const wanted = isWords(element) ? { width: 0, height: words } : { width: control, height: control }
    if (width >= wanted.width - 1 && height >= wanted.height - 1) return []
    const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
    return [`${element.tagName.toLowerCase()} « ${name.trim().slice(0, 40)} » ${width}×${height} .${element.className}`]
  }

  /** Text within text: it has no ground, border, picture or room of its own. */
  function isWords(element: HTMLElement): boolean {
    const { backgroundColor, borderTopWidth, boxShadow, paddingLeft } = getComputedStyle(element)
    const isPlain = backgroundColor === 'rgba(0, 0, 0, 0)' && borderTopWidth === '0px' && boxShadow === 'none'
    return element.matches('a,button,summary') && isPlain && paddingLeft === '0px' && !element.querySelector('svg,img')
  }

  function reachOf(element: HTMLElement) {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const label =
      element instanceof HTMLInputElement && /checkbox|radio|file/u.test(element.type) && element.labels?.[0]
    const box = element.getClientRects()[0] ?? element.getBoundingClientRect()
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const isHit = (dx: number, dy: number) => {
      const above = document.elementFromPoint(x + dx, y + dy)
      return above !== null && (element.contains(above) || (label && label.contains(above)))
    }
    const along = (dx: number, dy: number) => {
      let length = 0
      while (length < control && isHit(dx * (length + 1), dy * (length + 1))) length += 1
      return length
    }
    return { width: along(1, 0) + along(-1, 0) + 1, height: along(0, 1) + along(0, -1) + 1 }
  }
}

function findLostParts(): string[] {
  const kinds = 'a,button,input,select,textarea,summary,h1,h2,h3,p,li,label,[role]'
  const layer = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const width = document.documentElement.clientWidth
  /** Room that is left around words without a ground may stand beyond the edge. */
  const margin = 4
  const sideways = document.documentElement.scrollWidth - width
  const lost = [...layer.querySelectorAll<HTMLElement>(kinds)].filter(isLost).map((element) => {
    const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
    return `${element.tagName.toLowerCase()} « ${name.trim().slice(0, 40)} » .${element.className}`
  })
  return [...(sideways > 0 ? [`the page scrolls ${sideways} px sideways`] : []), ...new Set(lost)]

  function isLost(element: HTMLElement): boolean {
    const { left, right, width: own } = element.getBoundingClientRect()
    const isSeen = element.checkVisibility({ visibilityProperty: true }) && own > 1
    if (!isSeen || element.closest('[inert],[aria-hidden=true],.sr-only') || isScrolled(element)) return false
    return right > width + margin || left < -margin
  }

  function isScrolled(element: Element): boolean {
    for (let above = element.parentElement; above && above !== document.body; above = above.parentElement) {
      if (/auto|scroll/u.test(getComputedStyle(above).overflowX) && above.scrollWidth > above.clientWidth) return true
    }
    return false
  }
}
