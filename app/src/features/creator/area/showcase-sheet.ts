/** The Vitrine between its blocks, as they are kept, and the sheet on which one fills it in. */
import type { ShowcaseBlock } from '@product/contract'

export const licences = ['perso', 'commercial', 'cc-by', 'cc-by-nc', 'cc0'] as const
type Licence = (typeof licences)[number]

export interface Sheet {
  readonly about: string
  readonly licence: Licence | ''
  readonly links: readonly { readonly label: string; readonly url: string }[]
  readonly posts: readonly string[]
  readonly series: readonly string[]
  readonly hasPrices: boolean
}

export const emptyLink = { label: '', url: '' }

const blank: Sheet = { about: '', licence: '', links: [], posts: [], series: [], hasPrices: false }

export function sheetOf(blocks: readonly ShowcaseBlock[]): Sheet {
  return Object.assign({}, blank, ...blocks.map(partOf)) as Sheet
}

function partOf(block: ShowcaseBlock): Partial<Sheet> {
  switch (block.kind) {
    case 'about':
      return { about: block.text }
    case 'licence':
      return { licence: block.licence }
    case 'links':
      return { links: block.links }
    case 'prompt_prices':
      return { hasPrices: true }
    default:
      return { [block.kind]: block.ids }
  }
}

/** What is empty has no block. */
export function blocksOf({ about, licence, links, posts, series, hasPrices }: Sheet): ShowcaseBlock[] {
  const named = links
    .map(({ label, url }) => ({ label: label.trim(), url: url.trim() }))
    .filter(({ label, url }) => label !== '' || url !== '')
  const blocks: (ShowcaseBlock | false)[] = [
    about.trim() !== '' && { kind: 'about', text: about.trim() },
    licence !== '' && { kind: 'licence', licence },
    named.length > 0 && { kind: 'links', links: named },
    posts.length > 0 && { kind: 'posts', ids: [...posts] },
    series.length > 0 && { kind: 'series', ids: [...series] },
    hasPrices && { kind: 'prompt_prices' },
  ]
  return blocks.filter((block) => block !== false)
}

/** Of posts, and of series. */
export const mostPicks = 9

interface Pickable {
  readonly id: string
}

/** What was chosen before stands first, in its order; it may be older than the newest. */
export function withChosen<Item extends Pickable>(
  ids: readonly string[],
  newest: readonly Item[] = [],
  chosen: readonly Item[] = [],
): readonly Item[] {
  const before = ids.flatMap((id) => chosen.filter((item) => item.id === id))
  return [...before, ...newest.filter(({ id }) => before.every((other) => other.id !== id))]
}

/** Those of them that are still there. */
export function pickedOf(ids: readonly string[], items: readonly Pickable[]): readonly string[] {
  return ids.filter((id) => items.some((item) => item.id === id))
}

export function toggled(picked: readonly string[], id: string): readonly string[] {
  return picked.includes(id) ? picked.filter((other) => other !== id) : [...picked, id]
}
