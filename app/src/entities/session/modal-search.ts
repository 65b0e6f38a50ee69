/** The search parameters that open a dialog over any screen: `?modal=remix&post={id}`. */

const modalNames = [
  'create',
  'remix',
  'viewer',
  'search',
  'edit-profile',
  'first-steps',
  'accounts',
  'lineage',
  'images',
  'people',
  'qr',
  'mute',
  'report',
  'share',
  'edit-post',
  'post-history',
  'post-stats',
  'collections',
  'decision',
  'contest',
  'shortcuts',
  'write',
  'send',
  'tip',
  'invite',
  'waiting',
  'message-keys',
  'safety-number',
  'what-we-see',
] as const

export type ModalName = (typeof modalNames)[number]

/** Looking at pictures and passing them on asks for no session; everything else does (spec §2). */
const forEverybody: ReadonlySet<ModalName> = new Set([
  'viewer',
  'lineage',
  'qr',
  'share',
  'post-history',
  'shortcuts',
  'invite',
])

export function isMembersOnly(modal: ModalName): boolean {
  return !forEverybody.has(modal)
}

export interface ModalSearch {
  modal?: ModalName | undefined
  /** The post that `remix`, `viewer`, `share` and others are about. */
  post?: string | undefined
  /** Which of its images, from the second on. */
  shown?: string | undefined
  /** The text of `search`. */
  q?: string | undefined
  /** The person that `qr` and `mute` are about. */
  user?: string | undefined
  /** Whose list `people` shows, and which. */
  of?: string | undefined
  list?: string | undefined
  /**
   * What `report` is about: a post, a comment or a person, by id; `decision` and `contest` have an id alone, `invite` a
   * code. For `lineage`, `film` where it opens with its film.
   */
  kind?: string | undefined
  id?: string | undefined
  /** What another app has shared with `create`, by its id on this device. */
  shared?: string | undefined
}

const parameters = ['post', 'shown', 'q', 'user', 'of', 'list', 'kind', 'id', 'shared'] as const

/** Every parameter of a dialog, unset: what closing one leaves in the address. */
export const noModal: ModalSearch = Object.fromEntries(['modal', ...parameters].map((name) => [name, undefined]))

/** Keeps what it knows; an unknown modal opens nothing. */
export function parseModalSearch(search: Record<string, unknown>): ModalSearch {
  const name = modalNames.find((known) => known === search['modal'])
  const given = parameters.filter((parameter) => typeof search[parameter] === 'string')
  return {
    ...(name && { modal: name }),
    ...Object.fromEntries(given.map((parameter) => [parameter, search[parameter]])),
  }
}
