import { useCallback, useState } from 'react'

/** The search in a thread: whether it is open, and where it stands. */
export function useFind(show: (id: string, takesFocus?: boolean) => void) {
  const [isFinding, setFinding] = useState(false)
  const [foundId, setFound] = useState<string | null>(null)
  const stand = useCallback(
    (id: string | null) => {
      setFound(id)
      if (id !== null) show(id, false)
    },
    [show],
  )
  const close = useCallback(() => {
    setFinding(false)
    setFound(null)
  }, [])
  return { isFinding, foundId, stand, open: () => setFinding(true), close }
}
