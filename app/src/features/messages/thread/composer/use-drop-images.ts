import type { DragEvent } from 'react'

import { sendImages } from './send-images.ts'

/** Pictures let go of anywhere over the thread are sent. */
export function useDropImages(conversationId: string, isAllowed: boolean) {
  const holdsFiles = (event: DragEvent) => isAllowed && event.dataTransfer.types.includes('Files')
  return {
    onDragOver: (event: DragEvent) => {
      if (holdsFiles(event)) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      const pictures = [...event.dataTransfer.files].filter(({ type }) => type.startsWith('image/'))
      void sendImages(conversationId, pictures)
    },
  }
}
