import { useSyncExternalStore } from 'react'

export interface ScreenSize {
  /** Under 768. */
  isMobile: boolean
  /** 768 to under 1024. */
  isTablet: boolean
  /** 1024 and up. */
  isDesktop: boolean
  width: number
  height: number
}

const tabletFrom = 768
const desktopFrom = 1024

/** The spec's screen-size helper (§2). */
export function useScreenSize(): ScreenSize {
  return useSyncExternalStore(watch, current)
}

export function toScreenSize(width: number, height: number): ScreenSize {
  return {
    isMobile: width < tabletFrom,
    isTablet: width >= tabletFrom && width < desktopFrom,
    isDesktop: width >= desktopFrom,
    width,
    height,
  }
}

let last: ScreenSize | undefined

/** The same object until the size changes, as useSyncExternalStore asks. */
function current(): ScreenSize {
  if (last?.width !== innerWidth || last.height !== innerHeight) last = toScreenSize(innerWidth, innerHeight)
  return last
}

function watch(notify: () => void): () => void {
  addEventListener('resize', notify)
  return () => removeEventListener('resize', notify)
}
