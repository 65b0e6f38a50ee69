import type { ComponentProps, MouseEvent } from 'react'

import { toHref, type Path, type Target } from './paths.ts'
import { navigate } from './place.ts'
import { preload } from './preload.ts'

export type LinkProps<P extends Path> = Omit<ComponentProps<'a'>, 'href'> & Target<P>

/** An anchor within the app: a real address, followed without loading the page, its screen fetched when pointed at. */
export function Link<P extends Path>({ to, params, search, onClick, children, ...rest }: LinkProps<P>) {
  const target = { to, params, search } as Target<P>
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    navigate(target)
  }
  const warm = () => preload(to)
  return (
    <a {...rest} href={toHref(target)} onClick={follow} onPointerEnter={warm} onFocus={warm}>
      {children}
    </a>
  )
}

/** Neither a new tab, a download nor a menu. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}
