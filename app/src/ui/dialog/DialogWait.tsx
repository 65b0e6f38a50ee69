import { useEffect, useLayoutEffect } from 'react'

import { ScreenSpinner } from '../feedback/Spinner.tsx'
import { leaveScrim } from './awaited.ts'

/** Answers a press at once where a dialog's code is still on its way. Esc or a press takes the wish back. */
export function DialogWait({ onClose }: { onClose: () => void }) {
  useLayoutEffect(() => leaveScrim, [])
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onClose])
  return (
    <div role="presentation" onClick={onClose} className="fixed inset-0 z-(--z-scrim) bg-scrim">
      <ScreenSpinner />
    </div>
  )
}
