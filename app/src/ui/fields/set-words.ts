import { flushSync } from 'react-dom'

/**
 * Words put into a controlled field by something else than its keys, with the caret where writing goes on: both before
 * the next key, which would else be written with the caret of the words before.
 */
export function setWords(field: HTMLTextAreaElement | null, change: () => void, caret: number): void {
  flushSync(change)
  field?.focus()
  field?.setSelectionRange(caret, caret)
}
