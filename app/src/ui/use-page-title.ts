import { useEffect } from 'react'

/** « Profil · Cortexia » in the tab and the history. */
export function usePageTitle(title: string | null | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Cortexia` : 'Cortexia'
  }, [title])
}
