import { useEffect } from 'react'

/** « Profil · Cortexia » in the tab and the history. */
export function usePageTitle(title: string | null | undefined): void {
  useEffect(() => {
    const before = document.title
    document.title = title ? `${title} · Cortexia` : 'Cortexia'
    // What lies over a screen leaves, and the screen, which has not moved, has its title back.
    return () => {
      document.title = before
    }
  }, [title])
}
