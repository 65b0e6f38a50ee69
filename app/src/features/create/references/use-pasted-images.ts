import { useEffect } from 'react'

import { addReferences } from './add-references.ts'

/** An image pasted anywhere while the dialog is open becomes a reference. */
export function usePastedImages(): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      void addReferences(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
