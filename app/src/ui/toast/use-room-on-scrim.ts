import { useLayoutEffect, useState, type RefObject } from 'react'

/**
 * Whether toasts stand on the scrim of their dialog, where those of a page stand, and cover nothing of it. Where they
 * would, the dialog makes room for them within: it keeps its height, so that nothing moves but the end of its body.
 */
export function useRoomOnScrim(region: RefObject<HTMLElement | null>, isSpeaking: boolean): boolean {
  const [hasRoom, setRoom] = useState(true)
  useLayoutEffect(() => {
    const toasts = region.current
    const dialog = toasts?.closest('dialog')
    if (!isSpeaking || !toasts || !dialog) return undefined
    const look = () => {
      if (toasts.popover === null || !meets(toasts, dialog)) return
      dialog.style.setProperty('--held-h', `${dialog.offsetHeight}px`)
      setRoom(false)
    }
    // Above the dialog, and in its reach: whatever is not in it is inert.
    toasts.showPopover()
    const sizes = new ResizeObserver(look)
    sizes.observe(toasts)
    sizes.observe(dialog)
    look()
    return () => {
      sizes.disconnect()
      dialog.style.removeProperty('--held-h')
      setRoom(true)
    }
  }, [region, isSpeaking])
  useLayoutEffect(() => {
    if (hasRoom) return
    const body = region.current?.closest('dialog')?.querySelector('[data-dialog-body]')
    if (body?.contains(document.activeElement)) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [region, hasRoom])
  return hasRoom
}

/** By where they are laid out: a dialog that is still rising is there already. */
function meets(toasts: HTMLElement, dialog: HTMLElement): boolean {
  const sides = [
    [toasts.offsetLeft, toasts.offsetWidth, dialog.offsetLeft, dialog.offsetWidth],
    [toasts.offsetTop, toasts.offsetHeight, dialog.offsetTop, dialog.offsetHeight],
  ] as const
  return sides.every(([at, size, place, room]) => at < place + room && place < at + size)
}
