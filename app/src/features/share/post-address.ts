import { toHref } from '#navigation/paths.ts'

export function postAddress(id: string): string {
  return new URL(toHref({ to: '/post/$id', params: { id } }), location.origin).href
}

/** Where the code of a card leads: to the picture, with the remix form open over it. */
export function remixAddress(id: string): string {
  return new URL(toHref({ to: '/post/$id', params: { id }, search: { modal: 'remix', post: id } }), location.origin)
    .href
}
