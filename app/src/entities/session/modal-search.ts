/** The search parameters that open a dialog over any screen: `?modal=remix&post={id}`. */

const modalNames = ['create', 'remix', 'viewer', 'search', 'edit-profile', 'lineage', 'images'] as const

export type ModalName = (typeof modalNames)[number]

/** All but looking at pictures ask for a session (spec §2). */
export function isMembersOnly(modal: ModalName): boolean {
  return modal !== 'viewer' && modal !== 'lineage'
}

export interface ModalSearch {
  modal?: ModalName | undefined
  /** The post that `remix`, `viewer` and `lineage` are about. */
  post?: string | undefined
  /** The text of `search`. */
  q?: string | undefined
}

/** Keeps what it knows; an unknown modal opens nothing. */
export function parseModalSearch({ modal, post, q }: Record<string, unknown>): ModalSearch {
  const name = modalNames.find((known) => known === modal)
  return {
    ...(name && { modal: name }),
    ...(typeof post === 'string' && { post }),
    ...(typeof q === 'string' && { q }),
  }
}
